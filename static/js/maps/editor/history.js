// Undo and redo: every sheet there has been on this page, and the current position among them. Sheets
// share what they have in common, so a long history is cheap.

export class History {
  constructor(sheet) {
    this.row = [sheet];
    this.index = 0;
    this.gesture = null;
  }

  get sheet() {
    return this.row[this.index];
  }

  /** Add a sheet. Edits of one gesture (a drag, typing a word) are one step. */
  add(sheet, gesture = null) {
    if (sheet === this.sheet) return false;
    const goesOn = gesture !== null && gesture === this.gesture && this.index > 0;
    if (!goesOn) this.index += 1;
    this.row.length = this.index;
    this.row.push(sheet);
    this.gesture = gesture;
    return true;
  }

  /** End the gesture: the next edit is a new step. */
  rest() {
    this.gesture = null;
  }

  get canUndo() {
    return this.index > 0;
  }

  get canRedo() {
    return this.index < this.row.length - 1;
  }

  undo() {
    this.rest();
    if (this.canUndo) this.index -= 1;
  }

  redo() {
    this.rest();
    if (this.canRedo) this.index += 1;
  }
}
