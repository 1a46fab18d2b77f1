// Requests to the server. Answers are {…} or {error, code, problems}; they never throw.

export class Server {
  constructor(setup, words) {
    this.setup = setup;
    this.words = words;
  }

  save(sheet, seen) {
    return this.post(this.setup.save, { seen, sheet });
  }

  check(sheet, draw) {
    return this.post(this.setup.check, { sheet, draw });
  }

  /** A summary of what publishing would change. */
  summary(sheet) {
    return this.post(this.setup.check, { sheet, summary: true });
  }

  paste(sheet, text, addPlaces) {
    return this.post(this.setup.paste, { sheet, text, add_places: addPlaces });
  }

  publish(seen) {
    return this.post(this.setup.publish, { seen });
  }

  async post(address, content, again = true) {
    try {
      const answer = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.setup.csrf },
        body: JSON.stringify(content),
      });
      if (answer.status === 403 && again) {
        // After signing in again in another tab, there's a new token.
        const fresh = await fetch(this.setup.token).then((response) => response.json());
        this.setup.csrf = fresh.csrf;
        return this.post(address, content, false);
      }
      const json = answer.headers.get("Content-Type")?.startsWith("application/json");
      const received = json ? await answer.json() : {};
      return answer.ok && json ? received : { error: this.words.odd, code: "", ...received };
    } catch {
      return { error: this.words.offline, code: "offline" };
    }
  }
}
