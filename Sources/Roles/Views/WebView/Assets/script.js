const $ = selector => document.querySelector(selector);
const $$ = (root, selector) => [...root.querySelectorAll(selector)];
const policy = { createHTML: text => text }, html = window.trustedTypes?.createPolicy("viperline", policy) ?? policy;
const help = () => $(":popover-open"), on = addEventListener;
const view = $("#view"), page = view.dataset, lost = $("#lost"), heights = {};
let dense = false, ended, folded, chosen, stream, before, moves, doubt, passing, sending = Promise.resolve(), count = 0;

// Makes an element like another and keeps what is the same: with it focus, scrolling and what is typed.
const key = node => node.dataset?.k || node.id;
const same = (a, b) => key(a) == key(b) && a.nodeName == b.nodeName && (a == document.activeElement
	|| ["defaultValue", "defaultChecked", "defaultSelected"].every(name => a[name] == b[name]));
function morph(a, b) {
	if (a.data != b.data) a.data = b.data;
	for (const { name } of [...a.attributes ?? []]) if (!b.hasAttribute(name) && name != "open") a.removeAttribute(name);
	for (const { name, value } of b.attributes ?? []) if (a.getAttribute(name) != value) a.setAttribute(name, value);
	// Not option by option: the user's choice stays with one.
	if (a.nodeName == "SELECT") return a.innerHTML != b.innerHTML && (a.innerHTML = html.createHTML(b.innerHTML));
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

// The caret is behind what a field contains, as in a terminal.
function toEnd(at = document.activeElement) { if (at.selectionEnd === 0 && at.value) at.selectionStart = at.value.length; }

// In a new place, the program moves the focus, but not out of the help.
function show(source) {
	const box = document.createElement("template"), focus = document.activeElement, asked = $("dialog");
	const { scene, place } = page;
	heights[scene] = scrollY;
	if (!asked) before = focus;
	box.innerHTML = html.createHTML(source);
	const next = box.content.firstChild;
	if (next.dataset.place != place) follow(next);
	const known = $(".copy")?.parentNode.dataset.k, at = next.querySelector(".copy");
	morph(view, next);
	arrange();
	// A text that the program offers is copied at once if the user has just done something.
	if (at && known != at.parentNode.dataset.k && navigator.userActivation?.isActive) copy($(".copy").innerText);
	document.title = page.title;
	if (page.place != place) {
		const moves = page.scene != scene, back = asked && !moves && before?.checkVisibility() && before;
		if ($("dialog")) help()?.hidePopover();
		const to = $(":popover-open :focus") || $(":popover-open [autofocus], dialog [autofocus]") || back;
		(to || $("#page [autofocus]") || $("h1")).focus();
		toEnd();
		if (moves) scrollTo(0, heights[page.scene] ?? 0);
		size();
	} else if (focus != document.activeElement) (focus.isConnected ? focus : $("h1")).focus({ preventScroll: true });
}

// A table with room for all of its columns scrolls with the page, below its header.
try { dense = !!localStorage.dense; } catch { /* The browser keeps nothing. */ }
function narrow({ dataset, value, parentNode }) {
	if ("narrows" in dataset) for (const one of $$(parentNode, "label"))
		one.hidden = !one.innerText.toLowerCase().includes(value.toLowerCase());
}
function arrange() {
	const root = document.documentElement, box = $("#dense");
	// On a narrow page, the header has no box of its own.
	const head = $("header")?.offsetHeight ? $("header") : $(".bar") ?? root;
	const height = head.offsetHeight, isTall = height * 3 > innerHeight;
	// A header that would hide what is below it scrolls with the page.
	root.classList.toggle("tall", isTall);
	root.style.setProperty("--top", (isTall || getComputedStyle(head).position != "sticky" ? 0 : height) + "px");
	root.classList.toggle("dense", dense);
	root.classList.toggle("folded", !!folded);
	if (box) box.ariaPressed = dense;
	if ($("#fold")) $("#fold").ariaExpanded = !folded;
	for (const one of $$(view, "[data-copies], [data-narrows]")) one.hidden = false, narrow(one);
	for (const one of $$(view, ".scroll")) one.classList.toggle("fits", one.firstChild.offsetWidth <= one.clientWidth);
}
on("click", ({ target: at }) => {
	if (at.closest("#fold")) chosen = folded = !folded, arrange();
	// Text that is being selected is not clicked.
	else if (!at.closest("button, a, input, select, textarea, label, summary") && getSelection().isCollapsed) at.closest("[data-row]")?.querySelector(".row")?.click();
	if (!at.closest("#dense")) return;
	dense = !dense;
	try { localStorage.dense = dense ? 1 : ""; } catch { /* The browser keeps nothing. */ }
	arrange();
});

// The history has an entry for each scene.
function follow({ dataset: { way } }) {
	if (moves || !way) return;
	const names = way.split(" "), by = names.length - 1 - history.state;
	if (moves = by < 0) return history.go(by);
	let at = history.state, change = "replaceState";
	for (const name of names.slice(at)) history[change](at++, "", "?scene=" + name), change = "pushState";
}
on("popstate", () => {
	const open = !moves && help();
	if (open) open.hidePopover();
	if (moves || open) follow(view, moves = false);
	else if (stream.readyState < 2) document.activeElement.blur(), send(new URLSearchParams("do=back&to=" + location.search.slice(7)));
});

// A message begins with its number and that of an earlier screen. <FROM COUNT> stands for tags of that one, or of this one.
const screens = [];
function whole(data) {
	const [numbers, ...tags] = data.split(/(?=<)/), [number, base] = numbers.split(" ");
	const all = [...screens[base] ?? []], start = all.length;
	for (const tag of tags) {
		const [, from, n] = /^<(\d+) (\d+)>/.exec(tag) ?? [];
		for (const one of from ? all.slice(+from, +from + +n) : [tag]) all.push(one);
	}
	return (screens[number] = all.slice(start)).join("");
}

const said = lost.dataset.words.split("|");
// The notice of a lost connection stays until it is back, any other for some seconds.
function say(number, isGone) {
	clearTimeout(passing);
	lost.innerText = said[number] ?? "";
	lost.className = isGone ? "gone" : "";
	if (lost.innerText && !isGone) passing = setTimeout(say, 6000);
}
// A browser has six connections to a server, or one for all (HTTP/2). So of many windows, only those have a stream that were opened or focused last.
const channel = new BroadcastChannel("viperline"), me = Math.random(), newer = new Set();
const most = performance.getEntriesByType("navigation")[0]?.nextHopProtocol == "h2" ? 50 : 5;
channel.onmessage = ({ data: [who, isHere] }) => {
	newer[isHere ? "add" : "delete"](who);
	if (newer.size >= most && stream.readyState < 2) stream.close(), say(7, true);
};
function leave() {
	stream.close();
	channel.postMessage([me, false]);
}
function connect() {
	stream?.close();
	newer.clear();
	channel.postMessage([me, true]);
	stream = new EventSource("events");
	stream.onopen = () => follow(view);
	const hears = (name, act) => stream.addEventListener(name, ({ data }) => { clearTimeout(doubt); act(data); });
	hears("screen", data => { say(); show(whole(data)); });
	// It follows each action at once, with whether the answer is still to come.
	hears("beat", data => { if (lost.className) say(); if (data == "settled") delete page.busy; });
	hears("end", () => { say(3, true); leave(); ended = true; });
	stream.onerror = () => setTimeout(() => { if (stream.readyState != 1 && newer.size < most) say(stream.readyState / 2, true); }, 400);
}
// Without a clipboard, the user copies from a field.
async function copy(text) {
	const box = $("#copied"), [line, field] = box.children, own = document.activeElement;
	const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
	box.hidden = false;
	line.innerText = said[done ? 4 : 5];
	if (field.hidden = done) return setTimeout(() => { box.hidden = field.hidden; }, 2000);
	field.value = text;
	field.onblur = () => { box.hidden = true; own.focus(); };
	field.select();
}
on("click", ({ target: at }) => { if ("copies" in at.dataset) copy(at.previousSibling.innerText); });

on("visibilitychange", () => document.hidden ? leave() : connect());
on("focus", () => { if (stream.readyState == 2 && !ended) connect(); });

// In order: the newest is last.
const send = body => sending = sending
	.then(() => {
		clearTimeout(doubt);
		doubt = setTimeout(() => { delete page.busy; if (!lost.className) say(6, true); }, 10000);
		return fetch("act", { method: "POST", headers: { "X-Viperline": "1" }, body });
	})
	.then(({ ok, status }) => { if (status == 409) follow(view); else if (!ok) throw status; })
	.catch(() => { clearTimeout(doubt); delete page.busy; say(2); });
const action = (name, values) => new URLSearchParams({ ...values, do: name, scene: page.scene });
on("submit", event => {
	event.preventDefault();
	page.busy = "";
	help()?.hidePopover();
	send(new URLSearchParams(new FormData(event.target, event.submitter)));
});
function report({ form, name, autocomplete }, what) {
	if (!what) return;
	const body = action(what);
	if (autocomplete != "new-password") for (const value of new FormData(form).getAll(name)) body.append("value", value);
	send(body);
}
on("input", ({ target: at }) => { report(at, at.dataset.live); narrow(at); });
// A changed field: the program asks before it is lost, the browser before it closes the page.
on("change", ({ target: at }) => report(at, at.dataset.keep));
on("click", ({ target: at }) => {
	const secret = document.getElementById(at.dataset.reveal);
	if (secret) at.ariaPressed = secret.type == "password", secret.type = at.ariaPressed == "true" ? "text" : "password";
});
on("beforeunload", event => {
	const { dataset: { keep } = {}, value, defaultValue } = document.activeElement;
	if ("changed" in page || keep && value != (defaultValue ?? value)) event.preventDefault();
});
on("focusin", ({ target: at }) => "rest" in page && at.matches(".row") && send(action(at.value.replace("select", "highlight"))));
on("scroll", () => {
	const end = $("[data-end]");
	if (end?.getBoundingClientRect().top <= innerHeight) send(action("more")), delete end.dataset.end;
});
function size() {
	// A preview that would cover the first row at first is closed.
	const top = $("[data-row]")?.getBoundingClientRect().top + scrollY;
	folded = chosen ?? (matchMedia("(max-width: 64rem) and (min-height: 25rem)").matches && top > innerHeight / 2);
	const columns = $("main").clientWidth / 8 | 0, rows = innerHeight / 24 | 0;
	arrange();
	if ("size" in page) send(action("resize", { columns, rows }));
}
on("resize", size);

on("keydown", event => {
	let { key, target: at, ctrlKey, metaKey, altKey, isComposing } = event;
	if (ctrlKey || metaKey || altKey || isComposing || key == "Shift") return;
	// A field just hidden keeps the focus until the next frame.
	if (!at.checkVisibility()) at.blur(), at = view;
	const front = $("dialog, :popover-open") || view, row = at.closest("[data-row]"), sought = $("#find")?.value;
	const all = $$(front, "[data-go]").filter(e => e.checkVisibility()), i = all.indexOf(at), last = all.at(-1);
	const times = count, line = $$(front, "[data-row] [data-go]")[times - 1];
	let n = times || 1;
	const end = all.filter(e => e.value != "more").at(-1) || last;
	const to = { j: all[i + n] || last, k: all[Math.max(i - n, 0)], g: line || all[0], G: line || end };
	count = 0;
	if (at.matches("input, textarea, select")) {
		const own = at.dataset["on" + key];
		if (own) send(action(own, { value: at.value }));
		if (key == "Escape" && front == view) at.blur();
		else if (key == "ArrowDown" && at.type == "search") to.g?.focus();
		else if (key == "Enter" && at.id == "find") { at.blur(); find(sought, false, false, true); }
		else if (!own) return;
		return event.preventDefault();
	}
	if (at.matches("aside, pre, .scroll") && key.startsWith("Arrow")) return;
	if (at.closest(".buttons")) key = { ArrowLeft: "ArrowUp", ArrowRight: "ArrowDown" }[key] || key;
	const hits = `[data-press~="${key == " " ? "Space" : CSS.escape(key)}"]`;
	const hit = row && $$(row, hits).pop() || $$(front, hits + ":not([data-row] *)").pop();
	const step = to[{ ArrowDown: "j", ArrowUp: "k", Home: "g", End: "G" }[key] || key];
	if (hit?.select) { hit.focus(); hit.select(); }
	else if (hit) hit.click();
	else if (step) step.focus();
	else if (/^\d$/.test(key)) count = (times * 10 + +key) % 1000;
	else if (sought && /^n$/i.test(key)) while (n--) find(sought, false, key == "N", true);
	else if (key == "y") copy((row || $("main")).innerText.replace(/\n\t/g, "\t"));
	else if (/^[JK]$/.test(key)) { const box = $("aside"); box?.scrollBy(0, (box.clientHeight >> 1) * (key == "J" ? 1 : -1)); }
	else return;
	event.preventDefault();
});
connect();
size();
// The browser follows `autofocus` before the next frame.
requestAnimationFrame(() => toEnd());
