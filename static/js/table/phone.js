// All scripts of a player's phone; sent as one file (companion/server/scripts.py).

import "./live.js";
import "./once.js";
import "./unanswered.js";
import "./phone/phone.js";
import "./learning/learning.js";
