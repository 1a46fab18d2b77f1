// All that a player's phone runs on; sent as one file (companion/server/scripts.py).

import "./live.js";
import "./once.js";
import "./phone/phone.js";
import "./learning/learning.js";
