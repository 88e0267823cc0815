// Draws the plots of a builtin's page from the JSON next to them: the error over the range of the first argument, which can be
// zoomed, with a point for each binade of both signs; and the histogram of signed errors.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const RUNS = 6;
  const WIDTH = { wide: 960, narrow: 340 };
  // The exponents of zeros and subnormals, and of infinities and NaN. These are not binades.
  const ENDS = { f16: [-15, 16], f32: [-127, 128], f64: [-1023, 1024] };

  function element(name, attributes = {}, ...children) {
    const e = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    e.append(...children);
    return e;
  }

  const superscript = (n) => String(n).replace("-", "⁻").replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]);
  const signed = (text) => String(text).replace("-", "−");
  const number = (error) => (error === "inf" ? Infinity : error === "-inf" ? -Infinity : error);

  function shown(error) {
    if (!Number.isFinite(error)) return "no number";
    return signed(error.toPrecision(4).replace(/\.?0+$|\.?0+(?=e)/, "").replace("e+", "e"));
  }

  // A marker as a path around a point.
  const MARKERS = [
    (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    (x, y, r) => `M${x} ${y - 1.2 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}z`,
    (x, y, r) => `M${x} ${y - 1.4 * r}l${1.4 * r} ${1.4 * r}l${-1.4 * r} ${1.4 * r}l${-1.4 * r} ${-1.4 * r}z`,
    (x, y, r) => `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}`,
    (x, y, r) => `M${x - r} ${y}h${2 * r}M${x} ${y - r}v${2 * r}`,
  ];

  // --- selection: run, mode, front end, widths ------------------------------------------------------------------------------

  // A group of buttons, exactly one of which is pressed.
  function choice(form, title, words, chosen, onChange) {
    if (words.length < 2) return;
    const set = element("fieldset", {}, element("legend", {}, title));
    for (const word of words) {
      const button = element("button", { type: "button", "aria-pressed": word === chosen }, word);
      button.addEventListener("click", () => {
        for (const b of set.querySelectorAll("button")) b.setAttribute("aria-pressed", b === button);
        onChange(word);
      });
      set.append(button);
    }
    form.append(set);
  }

  const FRONTS = { clc: "OpenCL C", il: "SPIR-V" };
  const frontName = (front) => FRONTS[front] ?? front;
  const unique = (words) => [...new Set(words)];

  function start(box) {
    const data = JSON.parse(box.querySelector("script").textContent);
    const runs = unique(data.series.map((s) => s.run));
    const letters = [...document.querySelectorAll("main > .about .mark")].map((m) => m.textContent.trim());
    const widths = unique(data.series.flatMap((s) => s.widths.split(" ")));
    widths.sort((a, b) => a.slice(1) - b.slice(1));
    const state = {
      mode: data.series[0].mode,
      front: frontName(data.series[0].front),
      width: runs.length > 1 ? widths[0] : "all", // with several runs, draws one line per run
      scale: "limit",
    };
    const builtin = document.querySelector("h1").textContent;
    const redraw = [];
    const update = () => {
      const series = data.series.filter((s) => s.mode === state.mode && frontName(s.front) === state.front &&
        (state.width === "all" || s.widths.split(" ").includes(state.width)));
      series.forEach((s, i) => {
        s.look = (letters.length > 1 ? s.run : i) % RUNS;
        s.name = (letters.length > 1 ? `${letters[s.run]} ` : "") + s.widths;
      });
      for (const draw of redraw) draw(series);
    };
    const set = (key) => (word) => { state[key] = word; update(); };
    const form = box.querySelector("form");
    choice(form, "Mode", unique(data.series.map((s) => s.mode)), state.mode, set("mode"));
    choice(form, "Front end", unique(data.series.map((s) => frontName(s.front))), state.front, set("front"));
    choice(form, "Width", ["all", ...widths], state.width, set("width"));
    const title = `${builtin} ${data.format}`;
    redraw.push(range(box.querySelector(".range"), title, data, state, update), histogram(box.querySelector(".histogram"), title));
    update();
    matchMedia("screen and (max-width: 44rem)").addEventListener("change", update);
  }

  function legend(series) {
    const list = element("ul", { class: "legend" });
    for (const s of series) {
      const shape = element("svg:svg", { class: "shape", viewBox: "-6 -6 12 12", "aria-hidden": "true" },
        element("svg:path", { d: MARKERS[s.look](0, 0, 4), stroke: "currentColor", "stroke-width": s.look > 3 ? 2 : 0 }));
      list.append(element("li", { class: `run${s.look}` }, shape, s.name));
    }
    return list;
  }

  function canvas(title, description, height) {
    const width = matchMedia("screen and (max-width: 44rem)").matches ? WIDTH.narrow : WIDTH.wide;
    const id = `t${Math.random().toString(36).slice(2)}`;
    const svg = element("svg:svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-labelledby": `${id} ${id}d` });
    svg.append(element("svg:title", { id }, title), element("svg:desc", { id: `${id}d` }, description));
    return { svg, width, height };
  }

  const text = (x, y, words, attributes = {}) => element("svg:text", { x, y, ...attributes }, words);
  const line = (x1, y1, x2, y2, name) => element("svg:line", { x1, y1, x2, y2, class: name });

  // --- error over the range -------------------------------------------------------------------------------------------------

  // The points of a series by place: binades of negative arguments on the left, 0, then those of positive arguments.
  function points(s, lowest) {
    const found = [];
    const [lowFrom, low] = s.low;
    const [highFrom, high] = s.high;
    for (let i = low.length - 1; i >= 0; --i) if (low[i] !== null) found.push([-(lowFrom + i - lowest + 1), number(low[i])]);
    high.forEach((e, i) => { if (e !== null) found.push([highFrom + i - lowest + 1, number(e)]); });
    return found;
  }

  function binade(place, lowest, format) {
    const e = Math.abs(place) - 1 + lowest;
    const x = place < 0 ? "−x" : "x";
    const [small, large] = ENDS[format] ?? [];
    if (e === small) return `${x} zero or subnormal`;
    return e === large ? `${x} infinite or NaN` : `${x} from 2${superscript(e)} to 2${superscript(e + 1)}`;
  }

  function range(box, title, data, state, update) {
    const exponents = data.series.flatMap((s) => [s.low, s.high]).filter((side) => side[1].length);
    const lowest = Math.min(...exponents.map((side) => side[0]));
    const highest = Math.max(...exponents.map((side) => side[0] + side[1].length - 1));
    const whole = [
      data.series.some((s) => s.low[1].length) ? -(highest - lowest + 1.7) : 0.3,
      data.series.some((s) => s.high[1].length) ? highest - lowest + 1.7 : -0.3,
    ];
    let view = [...whole];

    const stage = element("div", { class: "figure-box", tabindex: "0", role: "group",
      "aria-label": `Error of ${title} by argument. Plus and minus zoom, arrows move, 0 shows all.` });
    const readout = element("p", { class: "readout" });
    const key = element("div");
    const tools = element("div", { class: "tools", role: "group", "aria-label": `Zoom of ${title}` });
    box.append(tools, stage, key, readout);

    function zoomTo(from, to) {
      const span = Math.min(Math.max(to - from, 4), whole[1] - whole[0]);
      const middle = (from + to) / 2;
      const start = Math.min(Math.max(middle - span / 2, whole[0]), whole[1] - span);
      view = [start, start + span];
      stage.dataset.view = view.map((v) => v.toFixed(2)).join(" ");
      update();
    }
    const zoom = (factor) => {
      const middle = (view[0] + view[1]) / 2;
      const half = (view[1] - view[0]) / 2 * factor;
      zoomTo(middle - half, middle + half);
    };
    const move = (share) => zoomTo(view[0] + (view[1] - view[0]) * share, view[1] + (view[1] - view[0]) * share);
    const actions = [
      ["+", "Zoom in", () => zoom(0.5)], ["−", "Zoom out", () => zoom(2)], ["←", "Move left", () => move(-0.3)],
      ["→", "Move right", () => move(0.3)], ["All", "Show the whole range", () => zoomTo(...whole)],
    ];
    for (const [sign, name, act] of actions) {
      const button = element("button", { type: "button", "aria-label": name, title: name }, sign);
      button.addEventListener("click", act);
      tools.append(button);
    }
    if (data.series.some((s) => s.limit !== null)) {
      const scale = element("button", { type: "button", "aria-pressed": "false" }, "Scale to the errors");
      scale.addEventListener("click", () => {
        state.scale = state.scale === "limit" ? "errors" : "limit";
        scale.setAttribute("aria-pressed", state.scale === "errors");
        update();
      });
      tools.append(scale);
    }
    tools.append(element("span", { class: "muted" }, "drag to zoom"));
    stage.addEventListener("keydown", (event) => {
      const acts = { "+": 0, "=": 0, "-": 1, ArrowLeft: 2, ArrowRight: 3, 0: 4 };
      if (!(event.key in acts) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      actions[acts[event.key]][2]();
    });

    let plot = null; // scales of the last drawing, for the pointer
    const placeAt = (event) => {
      const bounds = plot.svg.getBoundingClientRect();
      const x = (event.clientX - bounds.left) / bounds.width * plot.width;
      return view[0] + (x - plot.left) / (plot.right - plot.left) * (view[1] - view[0]);
    };
    let from = null;
    stage.addEventListener("pointerdown", (event) => { if (event.button === 0) from = placeAt(event); });
    stage.addEventListener("pointermove", (event) => {
      const place = placeAt(event);
      if (from !== null) {
        const [a, b] = [from, place].map(plot.x).sort((p, q) => p - q);
        plot.brush.setAttribute("x", a);
        plot.brush.setAttribute("width", b - a);
      }
      const said = plot.series.map((s) => {
        const near = s.points.find(([p]) => p === Math.round(place));
        return near ? `${s.name}: ${shown(near[1])}${Number.isFinite(near[1]) ? " ulp" : ""}` : null;
      }).filter(Boolean);
      readout.textContent = said.length ? `${binade(Math.round(place), lowest, data.format)}: ${said.join("; ")}` : "";
    });
    const release = (event) => {
      if (from === null) return;
      const to = placeAt(event);
      const [a, b] = [Math.min(from, to), Math.max(from, to)];
      from = null;
      if (plot.x(b) - plot.x(a) > 6) zoomTo(a, b);
      else plot.brush.setAttribute("width", 0);
    };
    stage.addEventListener("pointerup", release);
    stage.addEventListener("pointerleave", release);
    stage.addEventListener("dblclick", () => zoomTo(...whole));

    return (series) => {
      for (const s of series) s.points = points(s, lowest);
      plot = drawRange(title, series, view, lowest, highest, state.scale, data.format);
      stage.replaceChildren(plot.svg);
      key.replaceChildren(legend(series));
      readout.textContent = "";
    };
  }

  function reach(series, limits, scale) {
    const finite = series.flatMap((s) => s.points.map(([, e]) => Math.abs(e))).filter(Number.isFinite);
    const largest = finite.reduce((a, b) => Math.max(a, b), 0);
    const limit = Math.max(...limits, 0);
    if (limit && scale === "limit") return [1.25 * limit, largest];
    const sorted = finite.sort((a, b) => a - b);
    const usual = sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0;
    return [1.15 * Math.max(Math.min(largest, 4 * usual), 0.5), largest];
  }

  function drawRange(title, series, view, lowest, highest, scale, format) {
    const limits = unique(series.map((s) => s.limit).filter((l) => l !== null));
    const [linear, largest] = reach(series, limits, scale);
    const worst = series.flatMap((s) => s.points).some(([, e]) => !Number.isFinite(e)) ? "no number" : `${shown(largest)} ulp`;
    const said = limits.length ? `, the limit is ${limits.map(shown).join(" or ")} ulp` : "";
    const { svg, width, height } = canvas(`Error of ${title} by argument`,
      `The largest signed error of each binade of the first argument. The largest of all is ${worst}${said}.`, 340);
    const [left, right, top, bottom] = [52, width - 12, 14, height - 44];
    const middle = (top + bottom) / 2;
    const beyond = worst === "no number" || largest > linear;
    const band = beyond ? 44 : 0;
    const inner = (bottom - top) / 2 - band;
    const decades = Math.max(Math.ceil(Math.log10(Math.max(largest / linear, 1))), 1);
    const x = (place) => left + (place - view[0]) / (view[1] - view[0]) * (right - left);
    const y = (error) => {
      const size = Math.abs(error);
      if (size <= linear) return middle - error / linear * inner;
      const share = Number.isFinite(size) ? Math.log10(size / linear) / decades * 0.8 : 1;
      return middle - Math.sign(error) * (inner + 4 + share * (band - 8));
    };

    const smallest = limits.length ? Math.min(...limits) : Infinity;
    if (smallest < linear || beyond) {
      const edge = Math.min(smallest, linear);
      for (const [from, to] of [[top, y(edge)], [y(-edge), bottom]]) {
        svg.append(element("svg:rect", { x: left, y: from, width: right - left, height: to - from, class: "beyond" }));
      }
    }
    axisOfErrors(svg, { y, left, right, top, bottom, linear, beyond, largest, decades });
    axisOfArguments(svg, { x, view, lowest, highest, bottom, left, right, top, large: ENDS[format]?.[1] });
    for (const limit of limits.filter((l) => l <= linear)) {
      for (const sign of [1, -1]) {
        svg.append(line(left, y(sign * limit), right, y(sign * limit), "limit"));
        svg.append(text(right - 4, y(sign * limit) + (sign > 0 ? -5 : 14), `limit ${sign < 0 ? "−" : ""}${shown(limit)} ulp`,
          { class: "limit-name", "text-anchor": "end" }));
      }
    }
    for (const [i, s] of series.entries()) {
      const visible = s.points.filter(([p]) => p >= view[0] && p <= view[1]);
      const size = (visible.length > 900 ? 1.3 : visible.length > 300 ? 2.4 : 3.2) * (1 - 0.08 * Math.min(i, 6)); // so that markers below stay visible
      const marker = visible.length > 900 ? MARKERS[1] : MARKERS[s.look];
      const d = visible.map(([p, e]) => marker(+x(p).toFixed(1), +y(e).toFixed(1), size)).join("");
      const filled = s.look < 4 || visible.length > 900;
      svg.append(element("svg:path", { d, class: `series run${s.look}`, "data-points": visible.length,
        fill: filled ? "currentColor" : "none", stroke: "currentColor", "stroke-width": filled ? 0 : 1.6, "fill-opacity": 0.85 }));
    }
    const brush = element("svg:rect", { y: top, height: bottom - top, x: 0, width: 0, class: "brush" });
    svg.append(brush);
    return { svg, width, left, right, x, series, brush };
  }

  // Returns a step of 1, 2 or 5 times a power of ten, so that about `parts` steps cover the span.
  function step(span, parts) {
    const rough = span / parts;
    const power = 10 ** Math.floor(Math.log10(rough));
    return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  }

  function axisOfErrors(svg, { y, left, right, top, bottom, linear, beyond, largest, decades }) {
    const by = step(linear, 3);
    for (let e = -Math.floor(linear / by) * by; e <= linear * 1.0001; e += by) {
      const value = Math.abs(e) < by / 2 ? 0 : e;
      svg.append(line(left, y(value), right, y(value), value === 0 ? "zero" : "rule"));
      svg.append(text(left - 6, y(value) + 4, shown(value), { "text-anchor": "end" }));
    }
    if (beyond) {
      for (const sign of [1, -1]) {
        const far = linear * 10 ** decades;
        const place = largest > linear ? y(sign * Math.min(largest, far)) : null;
        if (place !== null) {
          svg.append(text(left - 6, place + 4, `${sign < 0 ? "−" : ""}${largest.toExponential(0).replace("e+", "e")}`, { "text-anchor": "end" }));
        }
        svg.append(line(left, y(sign * Infinity), right, y(sign * Infinity), "rule"));
        svg.append(text(left + 4, y(sign * Infinity) + (sign > 0 ? 12 : -4), "no number", {}));
      }
    }
    svg.append(text(left, top - 3, "ulp", { "text-anchor": "end", dx: -6 }));
  }

  function axisOfArguments(svg, { x, view, lowest, highest, bottom, left, right, top, large }) {
    const count = highest - lowest + 1;
    const span = view[1] - view[0];
    const wanted = (right - left) / 62;
    const by = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].find((n) => span / n <= wanted) ?? 1024;
    for (const sign of [-1, 1]) {
      for (let place = 1; place <= count; ++place) {
        const exponent = place - 1 + lowest;
        const at = sign * place;
        if (exponent % by !== 0 || at < view[0] || at > view[1]) continue;
        svg.append(line(x(at), bottom, x(at), bottom + 4, "zero"));
        const name = exponent === large ? "∞" : `2${superscript(exponent)}`;
        svg.append(text(x(at), bottom + 17, (sign < 0 ? "−" : "") + name, { "text-anchor": "middle" }));
      }
    }
    if (view[0] < 0 && view[1] > 0) svg.append(line(x(0), top, x(0), bottom, "zero"));
    svg.append(text((left + right) / 2, bottom + 36, "first argument, by binade", { "text-anchor": "middle" }));
  }

  // --- histogram ------------------------------------------------------------------------------------------------------------

  // The journal has 92 symmetric bins: quarters of an ulp up to 8, then powers of two.
  const HALF = 46;
  function edge(n) { // the lower bound of bin n
    if (n < HALF) return -edge(2 * HALF - n);
    const i = n - HALF;
    return i <= 32 ? i / 4 : i - 32 + 3 <= 16 ? 2 ** (i - 32 + 3) : Infinity;
  }
  function slot(error) { // the place of an error among the bins, as a number
    if (error < 0) return 2 * HALF - slot(-error);
    return HALF + (error < 8 ? error * 4 : 32 + Math.min(Math.log2(error) - 3, 14));
  }

  function histogram(box, title) {
    const stage = element("div", { class: "figure-box" });
    const key = element("div");
    box.append(stage, key);
    return (series) => {
      stage.replaceChildren(drawHistogram(title, series));
      key.replaceChildren(legend(series));
    };
  }

  function drawHistogram(title, series) {
    const all = series.flatMap((s) => Object.keys(s.bins).map(Number));
    const first = Math.min(...all, HALF - 4);
    const last = Math.max(...all, HALF + 3) + 1;
    const totals = series.map((s) => Object.values(s.bins).reduce((a, b) => a + b, 0));
    const least = Math.floor(-Math.log10(Math.max(...totals, 1))) ;
    const inside = series.map((s, i) => {
      const half = [44, 45, 46, 47].reduce((sum, n) => sum + (s.bins[n] ?? 0), 0);
      return `${s.name}: ${(100 * half / totals[i]).toPrecision(4)} %`;
    });
    const { svg, width, height } = canvas(`Histogram of the signed errors of ${title}`,
      `Share of inputs by signed error in ulp, on a logarithmic scale. Below half an ulp: ${inside.join(", ")}.`, 240);
    const [left, right, top, bottom] = [62, width - 12, 16, height - 42];
    const x = (place) => left + (place - first) / (last - first) * (right - left);
    const y = (share) => top + Math.log10(share) / least * (bottom - top);

    for (let d = 0; d >= least; d -= Math.max(1, Math.round(-least / 4))) {
      svg.append(line(left, y(10 ** d), right, y(10 ** d), "rule"));
      svg.append(text(left - 6, y(10 ** d) + 4, d >= -4 ? `${+(100 * 10 ** d).toFixed(2)} %` : `10${superscript(d + 2)} %`, { "text-anchor": "end" }));
    }
    let free = -Infinity;
    const names = [-65536, -1024, -64, -8, -4, -2, -1, -0.5, 0, 0.5, 1, 2, 4, 8, 64, 1024, 65536];
    for (const error of names.filter((e) => slot(e) >= first && slot(e) <= last)) {
      const at = x(slot(error));
      svg.append(line(at, bottom, at, bottom + 4, "zero"));
      if (at - free < 30) continue;
      svg.append(text(at, bottom + 17, Math.abs(error) > 1000 ? `${error < 0 ? "−" : ""}2${superscript(Math.log2(Math.abs(error)))}` : signed(error), { "text-anchor": "middle" }));
      free = at;
    }
    svg.append(line(x(HALF), top, x(HALF), bottom, "zero"), line(left, bottom, right, bottom, "zero"));
    svg.append(text((left + right) / 2, bottom + 35, "signed error, ulp", { "text-anchor": "middle" }));
    for (const limit of unique(series.map((s) => s.limit).filter((l) => l !== null))) {
      for (const sign of [-1, 1]) {
        const at = slot(sign * limit);
        if (at > first && at < last) {
          svg.append(line(x(at), top, x(at), bottom, "limit"));
          svg.append(text(x(at) + (sign > 0 ? -5 : 5), top + 10, "limit", { class: "limit-name", "text-anchor": sign > 0 ? "end" : "start" }));
        }
      }
    }
    series.forEach((s, i) => {
      let d = `M${x(first)} ${bottom}`;
      for (let n = first; n < last; ++n) {
        const share = (s.bins[n] ?? 0) / totals[i];
        const at = share > 0 ? y(share).toFixed(1) : bottom;
        d += `V${at}H${x(n + 1).toFixed(1)}`;
      }
      d += `V${bottom}`;
      const dash = ["", "7 3", "2 3", "10 3 2 3", "4 2", "1 2"][s.look];
      svg.append(element("svg:path", { d, class: `outline run${s.look}`, "stroke-dasharray": dash,
        style: i === 0 ? "fill:currentColor;fill-opacity:.12" : "" }));
    });
    return svg;
  }

  for (const box of document.querySelectorAll(".plots")) start(box);
})();
