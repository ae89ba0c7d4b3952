/* Topboard site: the search, what it remembers, and new pages. Everything else works without. */
"use strict";
(() => {
  const one = (selector, root = document) => root.querySelector(selector);
  const strokes = { "\u0142": "l", "\u00f8": "o", "\u0111": "d", "\u0127": "h", "\u0167": "t", "\u0131": "i", "\u00e6": "ae", "\u0153": "oe", "\u00fe": "th", "\u00f0": "d", "\u014b": "n", "\u00df": "ss", "\u03c2": "\u03c3" };
  const fold = (text) =>
    text.toLowerCase().normalize("NFKD").replace(/[\p{Mn}\p{Me}]/gu, "").normalize("NFC").replace(/[^\0-\x7f]/g, (c) => strokes[c] || c);
  // Names are compared as in the console: Mueller for Muller, Ivanov for a name in Cyrillic letters
  const spelt = { /* of engine.alphabet */ };
  const inOne = (text) => text.replace(new RegExp(spelt.two, "g"), (_, vowel) => vowel || "a");
  const inLatin = (text) => [...spelt.written.reduce((all, [from, to]) => all.replaceAll(from, to), text)].map((c) => spelt.letters[c] ?? c).join("").replace(/i+/g, "i");
  const foreign = (text) => /[^\0-\x7f]/.test(text);
  const meets = (word, part) => word.startsWith(part)
    || ((inOne(part) === part || part.length >= spelt.least) && inOne(word).startsWith(inOne(part)))
    || ((foreign(word) || foreign(part)) && inLatin(part) && inLatin(word).startsWith(inLatin(part)));

  const here = location.pathname.replace(/[^/]*$/, "").replace(/players\/$/, "");
  const key = "topboard " + here;
  const store = (kind, change) => {
    try {
      const box = window[kind + "Storage"];
      if (change === undefined) return box.getItem(key);
      if (change === null) box.removeItem(key);
      else box.setItem(key, change);
    } catch { /* a browser that keeps nothing: the search works all the same */ }
    return null;
  };

  const time = one("time[datetime]");
  if (time) {
    const at = new Date(time.dateTime), today = new Date().toDateString() === at.toDateString();
    const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    if (!isNaN(at)) time.textContent = at.toLocaleString(document.documentElement.lang, today ? clock : { ...clock, day: "numeric", month: "short" });
  }

  // The search, on the page that has one

  const find = one("#find");
  if (find) {
    const input = one("input", find), found = one("#found"), letters = /[^\p{L}\p{N}\p{M}]+/u;
    const rows = [...(one("#names") || document).querySelectorAll("tbody tr:not(.letter)")].map((row) => {
      const link = one("th a", row);
      return { row, link, id: link && link.getAttribute("href"), words: (row.dataset.q || one("th bdi", row).textContent.toLowerCase()).split(letters) };
    }).filter((each) => each.id);
    const cell = (each, kind) => { const it = one("." + kind, each.row); return it ? it.textContent : ""; };
    const of = (id) => rows.filter((each) => each.id === id);
    const copy = (node) => node.cloneNode(true);

    const seats = (each) => {
      const parts = [cell(each, "board"), cell(each, "side")].filter(Boolean);
      return (cell(each, "board") ? one("#card").content.querySelector(".label").textContent + " " : "") + parts.join(" ");
    };

    const parts = () => fold(input.value).split(letters).filter(Boolean);
    const begins = (text, part) => fold(text).split(letters).some((word) => meets(word, part));
    // The players of a team whom the search means, where it is not the team's own name
    const mine = (each) => {
      const wanted = parts().filter((part) => !begins(one("th bdi", each.row).textContent, part));
      const lines = (each.row.dataset.p || "").split("; ");
      return lines.filter((line) => wanted.length && wanted.every((part) => begins(line, part)));
    };

    const card = (id) => {
      const kept = store("local") === id;
      found.replaceChildren(...of(id).map((each) => {
        const made = copy(one("#card").content), box = made.firstElementChild;
        one("h2", box).append(...[...one("th", each.row).childNodes].map(copy));
        if (cell(each, "board")) one("b", box).textContent = cell(each, "board");
        else one(".at", box).remove();
        one(".mine", box).textContent = mine(each).join(", ");
        if (!one(".mine", box).textContent) one(".mine", box).remove();
        const more = [...each.row.querySelectorAll(".room, .more")].filter((td) => td.textContent);
        one(".as", box).textContent = [cell(each, "side"), ...more.map((td) => (td.dataset.h ? td.dataset.h + " " : "") + td.textContent)].filter(Boolean).join(" · ");
        if (!one(".as", box).textContent) one(".seat", box).remove();
        const other = one(".other a", each.row);
        if (other) {
          const rival = of(other.getAttribute("href"))[0], rating = rival && rival.row.dataset.r;
          one(".against span", box).append(copy(other), rating ? " " + rating : "");
        } else one(".against", box).remove();
        one(".score", box).textContent = each.row.dataset.s || "";
        one(".go", box).href = id;
        one(".keep", box).hidden = kept;
        one(".drop", box).hidden = !kept;
        one(".keep", box).onclick = () => { store("local", id); card(id); one(".drop").focus(); };
        one(".drop", box).onclick = () => { store("local", null); card(id); one(".keep").focus(); };
        return box;
      }));
    };

    const search = () => {
      const wanted = parts();
      store("session", input.value);
      if (!wanted.length) {
        const kept = store("local");
        if (kept && of(kept).length) card(kept);
        else found.replaceChildren();
        return;
      }
      const hits = rows.filter((each) => wanted.every((part) => each.words.some((word) => meets(word, part))));
      const ids = [...new Set(hits.map((each) => each.id))];
      if (ids.length === 1) return card(ids[0]);
      if (!ids.length) { found.textContent = found.dataset.none; return; }
      const list = document.createElement("ul");
      list.className = "hits";
      for (const id of ids.slice(0, 8)) {
        const item = document.createElement("li"), button = document.createElement("button"), where = document.createElement("span");
        const name = document.createElement("bdi");
        name.textContent = one("bdi", of(id)[0].row).textContent;
        const twin = one(".twin", of(id)[0].row);
        where.textContent = [...mine(of(id)[0]), of(id).map(seats).join(", ")].join(" · ");
        button.type = "button";
        const who = document.createElement("b");
        who.append(name, ...(twin ? [copy(twin)] : []));
        button.append(who, where);
        button.onclick = () => { card(id); one("#found button").focus(); };
        item.append(button);
        list.append(item);
      }
      found.replaceChildren(list);
    };

    find.hidden = false;
    input.value = store("session") || "";
    input.oninput = search;
    find.onsubmit = (event) => { event.preventDefault(); const first = one(".hits button"); if (first) first.click(); };
    search();
  }

  // New pages: asked for every minute, and when somebody comes back to this one

  const root = one("link[rel=stylesheet]").getAttribute("href").replace(/site\.css.*/, "");
  const changed = one(".changed");
  let known = null, heard = Date.now();
  const stamp = (text) => (text.match(/<time datetime="([^"]*)"/) || [])[1];
  const look = async () => {
    if (location.protocol === "file:" || document.hidden) return;
    try {
      const answer = await fetch(root + "state.txt", { cache: "no-store" });
      if (!answer.ok) throw answer.status;
      const state = await answer.text();
      heard = Date.now();
      if (state !== known) {
        known = state;
        const page = await fetch(location.pathname, { cache: "no-cache" });
        if (page.ok && time && stamp(await page.text()) !== time.dateTime) location.reload();
      }
    } catch { /* said below, once it lasts */ }
    if (changed) changed.classList.toggle("lost", Date.now() - heard > 600000);
  };
  setInterval(look, 60000);
  look();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (location.protocol === "file:") location.reload();
    else look();
  });
})();
