const $ = selector => document.querySelector(selector);
const $$ = (root, selector) => [...root.querySelectorAll(selector)];
const policy = { createHTML: text => text }, html = window.trustedTypes?.createPolicy("viperline", policy) ?? policy;
const view = $("#view"), lost = $("#lost"), heights = {};
let stream, before, sending = Promise.resolve(), count = 0;

// Makes an element like another and keeps what is the same: with it focus, scrolling and what is typed.
const key = node => node.dataset?.k || node.id;
const same = (a, b) => key(a) == key(b) && a.nodeName == b.nodeName && (a == document.activeElement
	|| ["defaultValue", "defaultChecked", "defaultSelected"].every(name => a[name] == b[name]));
function morph(a, b) {
	if (a.data != b.data) a.data = b.data;
	for (const { name } of [...a.attributes ?? []]) if (!b.hasAttribute(name) && name != "open") a.removeAttribute(name);
	for (const { name, value } of b.attributes ?? []) if (a.getAttribute(name) != value) a.setAttribute(name, value);
	const nodes = [...b.childNodes], fresh = new Set(nodes.map(key));
	const kept = new Map([...a.childNodes].map(child => [key(child), child]));
	for (const [name, child] of kept) if (name && !fresh.has(name)) child.remove();
	let old = a.firstChild;
	for (const node of nodes) {
		const match = key(node) ? kept.get(key(node)) : old, one = match && same(match, node) ? match : node;
		if (one == old) old = old.nextSibling; else a.insertBefore(one, old);
		if (one != node) morph(one, node);
	}
	while (a.childNodes.length > nodes.length) a.lastChild.remove();
}

// In a new place, the program says where the focus goes.
function show(source) {
	const box = document.createElement("template"), focus = document.activeElement, asked = $("dialog");
	const { scene, place } = view.dataset;
	heights[scene] = scrollY;
	if (!asked) before = focus;
	box.innerHTML = html.createHTML(source);
	morph(view, box.content.firstChild);
	document.title = view.dataset.title;
	if (view.dataset.place != place) {
		const moves = view.dataset.scene != scene, back = asked && !moves && before?.isConnected && before;
		($("dialog [autofocus]") || back || $("#page [autofocus]") || $("h1")).focus();
		if (moves) scrollTo(0, heights[view.dataset.scene] ?? 0);
		size();
	} else if (focus != document.activeElement) (focus.isConnected ? focus : $("h1")).focus({ preventScroll: true });
}

function connect() {
	stream?.close();
	stream = new EventSource("/events");
	stream.addEventListener("screen", ({ data }) => { lost.textContent = ""; show(data); });
	stream.addEventListener("end", ({ data }) => { lost.textContent = data; stream.close(); });
	const states = ["The connection is lost. Trying again…", "", "The connection is lost. Reload the page."];
	stream.onerror = () => setTimeout(() => { lost.textContent = states[stream.readyState]; }, 400);
}
addEventListener("visibilitychange", () => document.hidden ? stream.close() : connect());

// One after the other, so that the newest is the last.
const send = body => sending = sending
	.then(() => fetch("/act", { method: "POST", headers: { "X-Viperline": "1" }, body }))
	.then(({ ok, status }) => { if (!ok && status != 409) throw status; })
	.catch(() => { lost.textContent = "That was not sent. Try again."; });
const action = (name, values) => new URLSearchParams({ ...values, do: name, scene: view.dataset.scene });
addEventListener("submit", event => {
	event.preventDefault();
	view.dataset.busy = "";
	$(":popover-open")?.hidePopover();
	send(new URLSearchParams(new FormData(event.target, event.submitter)));
});
addEventListener("input", ({ target: { form, name, dataset: { live } } }) => {
	if (!live) return;
	const body = action(live);
	for (const value of new FormData(form).getAll(name)) body.append("value", value);
	send(body);
});
addEventListener("focusin", ({ target: { dataset: { rest } } }) => rest && send(action(rest)));
addEventListener("scroll", () => {
	const end = $("[data-end]");
	if (!end || end.getBoundingClientRect().top > innerHeight) return;
	delete end.dataset.end;
	send(action("more"));
});
function size() {
	const columns = Math.floor($("main").clientWidth / 8), rows = Math.floor(innerHeight / 24);
	if ("size" in view.dataset) send(action("resize", { columns, rows }));
}
addEventListener("resize", size);

addEventListener("keydown", event => {
	let { key, target: at, ctrlKey, metaKey, altKey, isComposing } = event;
	if (ctrlKey || metaKey || altKey || isComposing || key == "Shift") return;
	const front = $("dialog, :popover-open") || view, row = at.closest("[data-row]"), sought = $("#find")?.value;
	const all = $$(front, "[data-go]").filter(e => e.checkVisibility()), i = all.indexOf(at);
	const times = count, line = $$(front, "[data-row] [data-go]")[times - 1];
	let n = times || 1;
	const to = { j: all[i + n] || all.at(-1), k: all[Math.max(i - n, 0)], g: line || all[0], G: line || all.at(-1) };
	count = 0;
	if (at.matches("input:not([type=checkbox]), textarea, select")) {
		if (key == "Escape" && front == view) at.blur();
		else if (key == "ArrowDown" && at.type == "search") to.g?.focus();
		else if (key == "Enter" && at.id == "find") { at.blur(); find(sought, false, false, true); }
		else return;
		return event.preventDefault();
	}
	if (at.matches("pre, .scroll") && key.startsWith("Arrow")) return;
	if (at.closest(".buttons")) key = { ArrowLeft: "ArrowUp", ArrowRight: "ArrowDown" }[key] || key;
	const hits = `[data-press~="${key == " " ? "Space" : CSS.escape(key)}"]`;
	const hit = row && $$(row, hits).pop() || $$(front, hits + ":not([data-row] *)").pop();
	const step = to[{ ArrowDown: "j", ArrowUp: "k", Home: "g", End: "G" }[key] || key];
	if (hit?.select) { hit.focus(); hit.select(); }
	else if (hit) hit.click();
	else if (step) step.focus();
	else if (/^\d$/.test(key)) count = times * 10 + Number(key);
	else if (sought && /^n$/i.test(key)) while (n--) find(sought, false, key == "N", true);
	else if (key == "y") navigator.clipboard.writeText((row || $("main")).innerText);
	else if (/^[JK]$/.test(key)) $("aside")?.scrollBy(0, key == "J" ? 300 : -300);
	else return;
	event.preventDefault();
});
connect();
size();
