// What the pages can do better where scripts run. Every page works without it.
import { keepAges } from "./ages.js";
import { followAnchors } from "./anchors.js";
import { followChanges } from "./changes.js";
import { offerCopying } from "./copying.js";
import { keepFocus } from "./focus.js";
import { listenForKeys } from "./keys.js";
import { followLogs } from "./live.js";
import { applyPreferences } from "./preferences.js";

keepAges();
followAnchors();
followChanges();
offerCopying();
keepFocus();
listenForKeys();
followLogs();
applyPreferences();
