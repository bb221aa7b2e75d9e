// What was there before each edit, and what has been undone.

export class EditHistory {
  past = [];
  future = [];

  /** An edit begins here. */
  record(now) {
    this.past.push(now);
    this.future = [];
  }

  /** What was there before the last edit; something must have been recorded. */
  back(now) {
    this.future.push(now);
    return this.past.pop();
  }

  forth(now) {
    this.past.push(now);
    return this.future.pop();
  }
}
