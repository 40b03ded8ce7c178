// What the pages can do better where scripts run. Every page works without it.
import { keepAges } from "./ages.js";
import { followAnchors } from "./anchors.js";
import { followChanges } from "./changes.js";
import { convertInPlace } from "./converting.js";
import { offerCopying } from "./copying.js";
import { keepFocus } from "./focus.js";
import { listenForKeys } from "./keys.js";
import { followLogs } from "./live.js";
import { pollPages } from "./polling.js";
import { applyPreferences } from "./preferences.js";
import { offerRevealing } from "./revealing.js";

keepAges();
followAnchors();
followChanges();
convertInPlace();
offerCopying();
keepFocus();
listenForKeys();
followLogs();
pollPages();
applyPreferences();
offerRevealing();
