// What the pages can do better where scripts run. Every page works without it.
import { keepAges } from "./ages.js";
import { keepAhead } from "./ahead.js";
import { followAnchors } from "./anchors.js";
import { followChanges } from "./changes.js";
import { convertInPlace } from "./converting.js";
import { offerCopying } from "./copying.js";
import { keepFilteringOneStep } from "./filtering.js";
import { keepFocus } from "./focus.js";
import { listenForKeys } from "./keys.js";
import { followLogs } from "./live.js";
import { pollPages } from "./polling.js";
import { applyPreferences } from "./preferences.js";
import { showRoom } from "./rooms.js";

keepAges();
keepAhead();
followAnchors();
followChanges();
convertInPlace();
offerCopying();
keepFilteringOneStep();
keepFocus();
listenForKeys();
followLogs();
pollPages();
applyPreferences();
showRoom();
