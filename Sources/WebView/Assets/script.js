"use strict";
(() => {
const $ = (s, e = document) => e.querySelector(s), $$ = (s, e = document) => [...e.querySelectorAll(s)];
const html = window.trustedTypes ? trustedTypes.createPolicy("viperline", { createHTML: s => s }) : { createHTML: s => s };
const add = (tag, set) => document.body.appendChild(Object.assign(document.createElement(tag), set));
const places = new Map();
let view = $("#view"), stream, busy, hunts, timer = {};
document.documentElement.classList.add("js");
const lost = add("p", { id: "lost", hidden: true, role: "alert" });
const filter = add("input", { id: "filter", hidden: true, type: "search", placeholder: "f", ariaLabel: "filter the rows" });
const later = (name, ms, act) => { clearTimeout(timer[name]); timer[name] = setTimeout(act, ms); };
const say = text => { lost.textContent = text; lost.hidden = !text; };

// Makes an element like another, and keeps what is the same: with it focus, selection, scrolling and what is typed.
const key = n => n.dataset && (n.dataset.k || n.id);
const same = (a, b) => a.nodeName == b.nodeName && (a.nodeType == 3 || a.name == b.name && a.type == b.type && key(a) == key(b));
function morph(a, b) {
  if (a.nodeType == 3) { if (a.data != b.data) a.data = b.data; return; }
  const typing = a == document.activeElement, { defaultValue: text, defaultChecked: on, defaultSelected: chosen } = a;
  for (const { name } of [...a.attributes])
    if (!b.hasAttribute(name) && !(name == "open" && a.nodeName == "DETAILS")) a.removeAttribute(name);
  for (const { name, value } of b.attributes) if (a.getAttribute(name) !== value) a.setAttribute(name, value);
  const at = new Map([...a.children].filter(key).map(c => [key(c), c])), fresh = new Set([...b.children].map(key));
  let old = a.firstChild, next;
  for (let n = b.firstChild; n; n = next) {
    next = n.nextSibling;
    while (old && key(old) && !fresh.has(key(old))) { const gone = old; old = old.nextSibling; gone.remove(); }
    const m = key(n) ? at.get(key(n)) : old;
    if (!m || !same(m, n)) { a.insertBefore(n, old); continue; }
    if (m == old) old = old.nextSibling; else a.insertBefore(m, old);
    morph(m, n);
  }
  while (old) { const gone = old; old = old.nextSibling; gone.remove(); }
  if (a.defaultValue !== text && !typing) a.value = a.defaultValue;
  if (a.defaultChecked !== on) a.checked = a.defaultChecked;
  if (a.defaultSelected !== chosen) a.selected = a.defaultSelected;
}

function show(source) {
  const box = document.createElement("template");
  box.innerHTML = html.createHTML(source);
  const fresh = box.content.firstChild, focus = document.activeElement, scene = view.dataset.scene;
  const wasAsked = $("dialog"), moves = fresh.dataset.scene != scene;
  if (moves || !wasAsked) places.set(scene, { y: scrollY, value: focus.value, focus });
  if (moves) { filter.value = ""; filter.hidden = true; }
  morph(view, fresh);
  document.title = view.dataset.title;
  later("busy", 0, () => view.classList.remove("busy"));
  clearTimeout(busy);
  const place = places.get(view.dataset.scene), dialog = $("dialog");
  if (dialog) { if (!dialog.contains(document.activeElement)) ($("[autofocus]", dialog) || $("button", dialog)).focus(); }
  else if (moves || wasAsked) {
    hunts = false;
    const back = place && (place.focus.isConnected && place.focus != document.body ? place.focus
      : place.value && $$("[data-go]").find(e => e.value == place.value));
    (back || $("[autofocus]", view) || $("h1", view)).focus({ preventScroll: true });
    if (moves) scrollTo(0, place ? place.y : 0);
  } else if (hunts && ready(focus)) choose(focus);
  else if (focus != document.activeElement) (focus.isConnected ? focus : $("h1", view)).focus({ preventScroll: true });
  sift();
  size();
}

// After a search, the first row is selected; what was typed to pick a row opens it.
const ready = field => !("waits" in view.dataset) && !(field.dataset.live && field.value != field.defaultValue);
function choose(field) {
  hunts = false;
  const row = $("[data-row] .row");
  if (row && "picks" in field.dataset) row.click(); else if (field.form && field.form.id == "search") go(row);
}

function connect() {
  if (stream) stream.close();
  stream = new EventSource("/events");
  stream.addEventListener("screen", e => { say(""); show(e.data); });
  stream.addEventListener("end", () => { stream.close(); say("The session has ended."); $("#page").inert = true; });
  stream.onerror = () => later("lost", 400, () => {
    if (stream.readyState) { if (stream.readyState == 2) say("This page is no longer connected. Reload it."); }
    else say("The connection is lost. Trying again…");
  });
}
document.addEventListener("visibilitychange", () => document.hidden ? stream.close() : connect());

const send = body => fetch("/act", { method: "POST", headers: { "X-Viperline": "1" }, body })
  .then(r => { if (!r.ok && r.status != 409) throw r; }).catch(() => say("That was not sent. Try again."));
const tell = (action, values = {}) => send(new URLSearchParams({ ...values, do: action, scene: view.dataset.scene }));

document.addEventListener("submit", e => {
  e.preventDefault();
  hunts = e.target.id == "search";
  const field = document.activeElement;
  if (hunts && "picks" in field.dataset) return ready(field) && choose(field);
  send(new URLSearchParams(new FormData(e.target, e.submitter)));
  busy = setTimeout(() => view.classList.add("busy"), 150);
});
document.addEventListener("input", e => {
  if (e.target == filter) return sift();
  const { live } = e.target.dataset;
  if (live) later(live, 80, () => {
    const body = new URLSearchParams({ do: live, scene: view.dataset.scene });
    for (const v of new FormData(e.target.form).getAll(e.target.name)) body.append("value", v);
    send(body);
  });
});
document.addEventListener("focusin", e => {
  const { rest } = e.target.dataset;
  if (rest) later("rest", 60, () => tell(rest));
});
addEventListener("scroll", () => {
  const end = $("[data-end]");
  if (end && !end.inert && end.getBoundingClientRect().top < innerHeight) later("end", 50, () => tell("more"));
}, { passive: true });

function size() {
  if (!("size" in view.dataset)) return;
  const style = getComputedStyle(view), em = parseFloat(style.fontSize), columns = Math.floor($("main").clientWidth / em * 2);
  const rows = Math.floor(innerHeight / em / 1.5);
  if (timer.told != columns + "x" + rows + view.dataset.scene) {
    timer.told = columns + "x" + rows + view.dataset.scene;
    tell("resize", { columns, rows });
  }
}
addEventListener("resize", () => later("size", 100, size));

function sift() {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const row of $$("[data-row]")) row.hidden = !words.every(w => row.textContent.toLowerCase().includes(w));
}

const go = e => { if (e) { e.focus(); e.scrollIntoView({ block: "nearest" }); } };
addEventListener("keydown", e => {
  const at = e.target, k = e.key == " " ? "Space" : !$("dialog") ? e.key : { ArrowLeft: "k", ArrowRight: "j" }[e.key] || e.key;
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  const done = act => { e.preventDefault(); act(); };
  if (at.matches("input:not([type=checkbox]),textarea,select")) {
    if (k == "Escape") done(() => { if (at == filter) { filter.value = ""; filter.hidden = true; sift(); } at.blur(); });
    if (at == filter && (k == "Enter" || k == "ArrowDown")) done(() => go($("[data-row]:not([hidden]) [data-go]")));
    return;
  }
  if (at.matches("pre,.scroll") && /^Arrow/.test(k) || k == "Enter" || k == "Tab") return;
  const row = at.closest("[data-row]"), hits = root => $$("[data-press]", root).filter(x =>
    x.dataset.press.split(" ").includes(k) && !x.closest("[inert]") && (root == row || !x.closest("[data-row]")));
  const hit = row && hits(row).pop() || hits(document).pop();
  if (hit) return done(() => hit.matches("input") ? (hit.focus(), hit.select()) : (hit.focus({ preventScroll: true }), hit.click()));
  if (k == "f" && $("[data-row]")) return done(() => { filter.hidden = false; filter.focus(); });
  if (k == "y" && row) return done(() => navigator.clipboard.writeText(row.innerText));
  const aside = $("aside");
  if (aside && (k == "J" || k == "K")) return done(() => aside.scrollBy(0, (k == "J" ? 1 : -1) * aside.clientHeight / 2));
  const all = $$("[data-go]").filter(x => !x.closest("[inert],[hidden]") && x.offsetParent), i = all.indexOf(at);
  const to = { j: i + 1, ArrowDown: i + 1, k: i < 0 ? 0 : i - 1, ArrowUp: i < 0 ? 0 : i - 1, g: 0, Home: 0, G: -1, End: -1 }[k];
  if (to !== undefined && all.length) done(() => go(all.at(to < all.length ? to : -1)));
});
connect();
})();
