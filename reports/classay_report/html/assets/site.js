// Search and filters of the front page and the page of routes, and copying of commands. Without it the page is complete but longer.
"use strict";

(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const fields = ["name", "verdict", "form", "mode", "group"].map((id) => document.getElementById(`f-${id}`));
  const [name, verdict, format, mode, group] = fields;
  const list = document.getElementById("margin-table") ?? document.getElementById("ways-table");
  const grid = document.getElementById("grid-table");
  const more = document.getElementById("more");
  const found = document.getElementById("found");

  const rowsOf = (table) => (table ? [...table.tBodies[0].rows] : []);
  const listRows = rowsOf(list);
  const gridRows = rowsOf(grid);
  // Counts functions, which are rows of the grid; a page without a grid counts its list.
  const counted = grid ? gridRows : listRows;
  const all = `${counted.length} ${grid ? "functions" : "rows"}`;

  function matches(row) {
    const words = name.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const own = row.dataset.n.toLowerCase();
    return words.every((w) => own.includes(w)) &&
      (!verdict.value || row.dataset.v.split(" ").includes(verdict.value)) &&
      (!group.value || row.dataset.g === group.value);
  }

  // Hides the columns of the grid that do not match the selected format and mode.
  function filterColumns() {
    if (!grid) return;
    const heads = [...grid.tHead.rows[1].cells];
    const shown = heads.map((h) => (!format.value || h.dataset.f === format.value) && (!mode.value || h.dataset.m === mode.value));
    heads.forEach((h, i) => { h.hidden = !shown[i]; });
    for (const top of [...grid.tHead.rows[0].cells].slice(1)) {
      const count = heads.filter((h, i) => shown[i] && h.dataset.f === top.dataset.f).length;
      top.hidden = count === 0;
      if (count) top.colSpan = count;
    }
    for (const row of gridRows) shown.forEach((s, i) => { row.cells[i + 1].hidden = !s; });
  }

  function apply() {
    const filtered = fields.some((f) => f.value);
    for (const row of listRows) {
      row.hidden = !(matches(row) && (!format.value || row.dataset.f === format.value) && (!mode.value || row.dataset.m === mode.value));
    }
    for (const row of gridRows) row.hidden = !matches(row);
    filterColumns();
    if (list) list.classList.toggle("all", filtered || more?.getAttribute("aria-expanded") === "true");
    if (more) more.hidden = filtered;
    const shown = counted.filter((row) => !row.hidden).length;
    found.textContent = filtered ? `${shown} of ${all}` : all;
    const state = fields.filter((f) => f.value).map((f) => `${f.id.slice(2)}=${encodeURIComponent(f.value)}`).join("&");
    try {
      history.replaceState(null, "", state ? `#${state}` : location.pathname + location.search);
    } catch { /* some browsers forbid it for files; the address then stays unchanged */ }
  }

  // Stores the filters in the address, so that a link to them can be sent.
  for (const part of location.hash.slice(1).split("&")) {
    const [id, value] = part.split("=");
    const field = value === undefined ? null : fields.find((f) => f.id === `f-${id}`);
    if (field) field.value = decodeURIComponent(value);
  }
  const jumped = location.hash;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (e) => e.preventDefault());
  // The event precedes the reset of the fields. Clears them here, so that the page never shows an intermediate state.
  form.addEventListener("reset", (e) => {
    e.preventDefault();
    for (const field of fields) field.value = "";
    apply();
  });
  more?.addEventListener("click", () => {
    more.setAttribute("aria-expanded", more.getAttribute("aria-expanded") === "true" ? "false" : "true");
    more.textContent = more.getAttribute("aria-expanded") === "true" ? "Show the worst only" : `Show all ${listRows.length}`;
    apply();
  });
  if (!document.getElementById(jumped.slice(1)) || !jumped) apply();
  else found.textContent = all;
})();

(() => {
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Some browsers deny files access to the clipboard. Copying a selection works everywhere.
      const area = document.createElement("textarea");
      area.value = text;
      area.setAttribute("aria-hidden", "true");
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }
  for (const button of document.querySelectorAll(".copy")) {
    button.addEventListener("click", async () => {
      const done = await copy(button.dataset.copy);
      button.dataset.name ??= button.firstChild.data;
      button.firstChild.data = done ? "Copied" : "Not copied";
      setTimeout(() => { button.firstChild.data = button.dataset.name; }, 2000);
      button.focus();
    });
  }
})();
