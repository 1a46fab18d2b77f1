"""Keys as WebDriver names them; https://www.w3.org/TR/webdriver2/#keyboard-actions."""

ENTER = "\ue007"
ESCAPE = "\ue00c"
SHIFT = "\ue008"
CONTROL = "\ue009"
DELETE = "\ue017"
SPACE = " "
