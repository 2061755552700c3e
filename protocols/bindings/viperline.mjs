// A terminal application in one file: user actions come in, whole screens go out. README.md has examples.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

export const version = '0.2.0'

/** The application's state, as JSON; a successor of this process has it too. */
export const state = {}

/** The view's own words in your language, for all screens. */
export const words = {}

const limit = Number(process.env.VIPERLINE_LINE_LIMIT) || 1 << 20 // of a line, in bytes
const service = process.env.VIPERLINE_SERVICE ?? 'app'
const wiring = process.env.VIPERLINE_WIRING && JSON.parse(process.env.VIPERLINE_WIRING) // nothing outside a session
const mains = {
  didSearch: 'query', didSelect: 'row', didPress: 'control', didSubmit: 'values', didChange: 'value', didSort: 'column',
  didHighlight: 'row', didToggle: 'row', didScroll: 'first', didResize: 'columns',
}
const members = ['title', 'prompt', 'activity', 'head', 'parts', 'alert', 'hasMore', 'preview', 'highlight', 'resize', 'keys',
  'words', 'notice'] // of a screen
const close = { control: 'viperline.close', title: 'Close', role: 'cancel' }
const noAnswers = ['didHighlight', 'didReachEnd', 'didResize', 'didRun', 'didScroll'] // to an alert
const [own, ticked] = ['app.output.', 'app.output.ticked'] // events that an application sends to itself
const functions = new Map()
const timers = []
const current = new AsyncLocalStorage() // the current event, its scene, and whether a reply is due
const [asks, answers, posts] = [new Map(), new Map(), []] // open requests, answers that came early, events that wait
let [scenes, seen] = [[], []] // seen: the newest actions
let [newest, left] = [0, 0] // numbers: the newest action read, the newest that leaves a scene
let [work, waiting, isFlying, isOver, last] = [Promise.resolve(), 0, false, false, { id: 'start', source: 'viperline' }]
let isCut = false // the input has ended, and with it a function that waits for an answer
let [abortIfSuperseded, cut] = [() => {}, () => {}] // of the current function
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr) // printed text is a diagnostic

/** The answer to `ask` was a failure; `data` has its kind, message, …. */
export class RequestFailed extends Error {
  constructor(data) {
    super(data.message ?? 'the request failed')
    this.data = data
  }
}

/** Registers a function for a type. Its arguments: the data, or an action's main member; then { event, scene, signal, … }. */
export function on(type, work) {
  if (typeof work !== 'function') throw new TypeError(`${type} needs a function, not ${work === null ? work : typeof work}`)
  functions.set(type, work)
}
export const onSearch = work => on('view.output.didSearch', work)
export const onSelect = work => on('view.output.didSelect', work)
export const onPress = work => on('view.output.didPress', work)
export const onSubmit = work => on('view.output.didSubmit', work)
export const onChange = work => on('view.output.didChange', work)
export const onSort = work => on('view.output.didSort', work)
export const onHighlight = work => on('view.output.didHighlight', work)
export const onToggle = work => on('view.output.didToggle', work)
export const onScroll = work => on('view.output.didScroll', work)
export const onResize = work => on('view.output.didResize', work)
export const onRun = work => on('view.output.didRun', work)
export const onReachEnd = work => on('view.output.didReachEnd', work)

/** Registers the function that shows the first screen of such a scene. It gets the scene's parameters. */
export const onOpen = (name, work) => on(`open ${name}`, work)
/** Registers a function for such a scene, which is on top again after another one. It gets the scene's parameters. */
export const onReturn = (name, work) => on(`return ${name}`, work)
/** Registers the function that is called after the last event. */
export const onEnd = work => on('end', work)
/** Registers a function that gets the time (seconds since 1970) again and again, as an event of the session. */
export function every(seconds, work) {
  if (!(seconds >= 0.1 && seconds <= 86_400)) throw new RangeError(`every(${seconds}): from 0.1 to 86400 seconds`)
  on(`timer ${timers.length}`, work)
  timers.push({ seconds })
}
on('view.output.didGoBack', () => back())
on('view.output.didFollow', ({ url }) => open(url))
on('unreadable', data => send('process.output.refused', data))

/** Shows a whole screen. An `activity` lasts until the function ends or shows another one. Rows may be strings. */
export function show({ text, rows, prompt, parts = [], activity, ...screen } = {}) {
  const { scene } = action('show')
  const unknown = Object.keys(screen).find(name => !members.includes(name))
  if (unknown) throw new TypeError(`a screen has no ${unknown}; it may have text, rows, ${members.join(', ')}`)
  if (rows) rows = Array.from(rows, row => (typeof row === 'string' ? { id: row, title: row } : row))
  if (rows) parts = [{ list: { rows, empty: 'Nothing found.' } }, ...parts]
  if (rows && new Set(rows.map(row => row.id)).size < rows.length) {
    console.error('two rows have the same id; the view shows only one of them')
  }
  if (text !== undefined) parts = [{ text: { body: String(text) } }, ...parts]
  if (prompt !== undefined) {
    screen.prompt = { text: scene.query, ...(typeof prompt === 'object' ? prompt : { placeholder: String(prompt) }) }
  }
  if (Object.keys(words).length > 0) screen = { words, ...screen }
  const { event } = current.getStore()
  if (screen.notice) { // it stays until another one comes
    const notice = typeof screen.notice === 'string' ? { text: screen.notice } : screen.notice
    scene.notice = { id: String(event.id ?? event.number), ...notice }
  }
  if (scene.notice) screen.notice = scene.notice
  screen = { title: scene.screen.title, ...screen, parts }
  send('view.input.show', { screen: { ...screen, activity, ...scene.failure } })
  scene.screen = screen
}

/** Opens a scene by its name, or a web page in the browser. */
export function open(target, parameters = {}) {
  settle('open')
  if (/^https?:/.test(target)) return send('router.input.openURL', { url: target })
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value)])
  send('router.input.open', { name: target, parameters: Object.fromEntries(texts) })
}

/** Closes the scene; closing the first one ends the session. */
export function back() {
  settle('back')
  const [now, below] = [current.getStore(), scenes.at(-2)]
  if (now.scene === scenes.at(-1) && below && functions.has(`return ${below.name}`)) {
    // The view waits for its function, so that nobody acts on an old screen.
    write(encode('view.input.show', { screen: { ...below.screen, activity: '…' } }, { event: now.event, scene: below }))
  }
  send('router.input.back', {})
}

/** Puts a text on the user's clipboard. */
export const copy = text => send('view.input.copy', { text: String(text) })

/** Hands the user's terminal to a command, such as an editor. `onRun` gets its { status }, or the { failure } to run it. */
export const execute = (command, { folder } = {}) => send('view.input.run', { command: command.map(String), folder })

/** Sends a request; the promise has the data of its answer, or rejects: with `RequestFailed`, or if none comes in time. */
export async function ask(type, data, { timeout = 60 } = {}) {
  const { event, scene, signal, asked = 0 } = action('ask')
  const id = `${service}-ask-${event.id ?? event.number}-${asked + 1}` // the same in a successor
  const role = type.split('.')[0]
  current.getStore().asked = asked + 1
  send(type, data, { id })
  process.stdin.resume()
  let [timer, cancel] = []
  const answer = await new Promise((resolve, reject) => {
    if (answers.has(id) || isOver) return resolve(answers.get(id))
    cancel = () => write(encode(`${role}.input.cancel`, { id }, { event, scene })) && reject(signal.reason)
    timer = setTimeout(() => {
      send(`${role}.input.cancel`, { id })
      reject(new Error(`no answer to ${type} within ${timeout} seconds: does a service of the session answer it?`))
    }, timeout * 1000)
    signal.addEventListener('abort', cancel)
    asks.set(id, { resolve, chain: scene.chain, role })
  }).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    asks.delete(id)
    answers.delete(id)
  })
  if (!answer && current.getStore().isOver) throw new Error('the session ended before the answer')
  if (!answer) throw cut()
  if (answer.type.endsWith('.failed')) throw new RequestFailed(answer.data)
  return answer.data
}

/** Sends an event that answers none, from any callback; an `app.output` event comes back to this application. */
export function post(type, data) {
  if (type.startsWith(own) && !isWired(type)) return
  if (posts.length >= 10_000) throw new Error(`post(${type}): 10000 events already wait`)
  posts.push({ type, line: encode(type, data, { event: {} }) })
  work = work.then(sendPosts).catch(console.error)
}

/** Sends an event of any type in reply to the current one, or as a request on behalf of it. */
export function send(type, data, attributes = {}) {
  const now = current.getStore()
  if (!now) throw new Error(`functions that handle events may send ${type}; other callbacks call post(type, data)`)
  if (now.signal?.aborted) throw now.signal.reason
  write(encode(type, data, now, attributes))
  if (!/^(view\.input\.show$|router\.input\.)/.test(type)) return
  Object.assign(now, { isDue: false, isBusy: Boolean(data.screen?.activity) })
}

/** Handles events, one at a time, until the input ends. */
export function run() {
  let [begun, number] = ['', 0]
  const receive = line => {
    const event = read(line, ++number)
    if (isAnswer(event)) return
    abortIfSuperseded()
    if (++waiting > (asks.size ? 10_000 : 100)) process.stdin.pause()
    // What waits leaves also after an event that fails, such as one whose snapshot does not fit into a line.
    work = work.then(() => isCut || handle(event)).catch(console.error).then(sendPosts).catch(console.error)
      .then(() => --waiting > 100 || process.stdin.resume())
  }
  process.on('unhandledRejection', console.error)
  process.stdout.on('error', () => process.exit(0))
  if (wiring && timers.length > 0 && isWired(ticked)) timers.forEach((_, timer) => wind(timer))
  process.stdin.setEncoding('latin1').on('data', text => {
    const lines = (begun + text).split('\n')
    begun = lines.pop().slice(0, limit + 1) // the rest of a line over the limit is dropped
    lines.forEach(receive)
  }).on('end', () => {
    if (begun) receive(begun)
    isOver = true
    for (const { resolve } of asks.values()) resolve()
    work.then(() => functions.get('end') && current.run({ event: last }, functions.get('end'))).catch(console.error)
      .then(() => process.exit(0))
  })
}

/** Starts a timer again, whose last event is handled. */
function wind(timer) {
  clearTimeout(timers[timer].clock)
  timers[timer].clock = setTimeout(() => post(ticked, { timer, time: Date.now() / 1000 }), timers[timer].seconds * 1000).unref()
}

/** Events that come back leave one at a time, so that they never fill the application's own queue. */
function sendPosts() {
  const count = posts.length
  while (posts.length > 0 && !isFlying) {
    const { type, line } = posts.shift()
    isFlying = type.startsWith(own)
    write(line)
  }
  if (posts.length < count) takeSnapshot() // so that a successor does not count these lines
}

function takeSnapshot() {
  if (isCut || !process.env.VIPERLINE_SERVICE || !last.id) return
  current.run({ event: last }, () => send('process.output.snapshot', { state, scenes }))
}

/** What a function needs that handles an event: the event, its scene, …. */
function action(name) {
  const now = current.getStore()
  if (!now) throw new Error(`functions that handle events may call ${name}(); other callbacks call post(type, data)`)
  if (now.isOver) throw new Error(`${name}() after the end of its function: await what it does, or call post(type, data)`)
  if (!now.scene) throw new Error(`${name}() needs a scene, and there is none yet`)
  return now
}

function settle(name) {
  const { isBusy, scene } = action(name)
  if (isBusy) send('view.input.show', { screen: scene.screen })
}

/** Whether an event comes back. Outside a session none does: there, events of the recording take its place. */
function isWired(type) {
  const isMissing = key => !(wiring[key] ?? []).some(pattern => `${type}.`.startsWith(`${pattern}.`))
  const missing = wiring ? ['receives', 'sends'].filter(isMissing).map(key => `\`${key}\``).join(' and ') : ''
  const place = `${missing} of ${service} in the compose file`
  if (missing) throw new Error(`add app.output to ${place}: ${type} comes back over the bus`)
  return Boolean(wiring)
}

function encode(type, data, { event, scene = { scene: event.subject, chain: event.chain } }, attributes = {}) {
  const reply = { subject: scene.scene, correlationid: scene.chain, causationid: event.id, causationsource: event.source }
  const line = stringify({ specversion: '1.0', type, ...reply, data, ...attributes })
  const bytes = Buffer.byteLength(line)
  if (bytes > limit * 7 / 8) throw new Error(`${type} would have ${bytes} bytes; a line may have ${limit}`)
  return `${line}\n`
}

function read(line, number) {
  try {
    if (line.length > limit) throw new Error(`longer than ${limit} bytes`)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))
    const event = { data: {}, ...parse(text), number }
    if (event.data?.constructor !== Object) throw new Error('data is not an object')
    event.chain = event.correlationid ?? event.id
    if (event.type.startsWith('view.') && functions.has(event.type)) newest = number
    if (event.type === 'view.output.didGoBack') left = number
    return event
  } catch (error) {
    return { type: 'unreadable', number, data: { reason: error.message.slice(0, 200), line: line.slice(0, 200) } }
  }
}

/** Passes an answer to `ask`, which names the request or at least its chain; the second one goes nowhere. */
function isAnswer(event) {
  const [role, message] = event.type.split('.output.')
  const byChain = [...asks].find(([, it]) => it.chain === event.chain && it.role === role)
  const id = String(event.causationid ?? byChain?.[0])
  if (!message || !id.startsWith(`${service}-ask-`)) return false
  if (message === 'progress') return true
  if (asks.has(id)) asks.get(id).resolve(event)
  else answers.set(id, event)
  if (answers.size > 100) answers.delete(answers.keys().next().value)
  return true
}

async function handle(event) {
  const { type, data, subject } = event
  const named = scenes.find(scene => scene.scene === subject)
  const scene = type === 'unreadable' ? undefined : named ?? scenes.at(-1)
  const isOwn = type.startsWith(own) && (event.source ?? service) === service
  last = event
  if (isOwn) isFlying = false
  if (type === 'process.input.restore') {
    Object.assign(state, data.state)
    scenes = data.scenes
    if (process.env.VIPERLINE_RESTORED === 'swap' && scenes.length > 0) await showAgain(scenes.at(-1), event)
  } else if (type === 'router.output.didNavigate') await navigate(data.stack, event)
  else if (type === ticked && isOwn) {
    await call(functions.get(`timer ${data.timer}`), data.time, event, scene, false)
    if (data.timer in timers) wind(data.timer)
  } else if (type.startsWith('view.output.') && scene) {
    const identity = event.id && JSON.stringify([event.source, event.id])
    const main = mains[type.slice(12)]
    const isOld = seen.includes(identity) || (subject !== undefined && !named)
    const isVoid = isOld || data.control === close.control || (main && !(main in data))
    if (identity) seen = [...seen, identity].slice(-1000)
    Object.assign(scene, { chain: event.chain, query: String(data.query ?? scene.query) })
    if (type === 'view.output.didSort') scene.sort = data
    if (!isOld && !noAnswers.includes(type.slice(12))) delete scene.failure
    await call(isVoid ? undefined : functions.get(type), main ? data[main] : data, event, scene)
  } else if (functions.has(type) && !type.startsWith('view.')) await call(functions.get(type), data, event, scene, false)
  takeSnapshot()
}

/** Asks the function of the scene on top, whose code may be another now. */
async function showAgain(scene, event) {
  const search = scene.query && functions.get('view.output.didSearch')
  const work = search || functions.get(`return ${scene.name}`) || functions.get(`open ${scene.name}`)
  if (work) await call(work, search ? scene.query : scene.parameters ?? {}, event, scene)
}

async function navigate(stack, event) {
  const [known, entries] = [scenes, [...stack]]
  scenes = []
  for (const entry of entries) {
    const same = known.find(it => Object.keys(entry).every(key => stringify(it[key]) === stringify(entry[key])))
    const title = entry.name[0].toUpperCase() + entry.name.slice(1)
    scenes.push(same ?? { parameters: {}, ...entry, query: '', chain: event.chain, screen: { title, parts: [] } })
    const first = functions.get(`open ${entry.name}`) ?? (() => show({ title, prompt: 'Search' }))
    if (!same) await call(first, entry.parameters ?? {}, event, scenes.at(-1))
  }
  const top = scenes.at(-1)
  const again = known.slice(0, -1).includes(top) && functions.get(`return ${top.name}`)
  if (again) await call(again, top.parameters ?? {}, event, Object.assign(top, { chain: event.chain }))
}

/** Answers the event. Changes of the state count only if the function finishes. */
async function call(work, main, event, scene, isDue = true) {
  const abortion = new AbortController()
  const action = { event, scene, signal: abortion.signal, isDue }
  const superseded = new Promise((_, reject) => action.signal.addEventListener('abort', reject))
  const isSuperseded = () => !event.replayed && (event.type.startsWith('view.') ? newest : left) > event.number
  let [before, alert] = [stringify(state)]
  if (isCut) return
  // At the end of the input, a function that waits has no reply, no post leaves, and a successor handles the event again.
  cut = () => {
    isCut = isFlying = true
    abortion.abort()
    return abortion.signal.reason
  }
  // After a reply, the function may finish.
  abortIfSuperseded = () => (action.isDue || action.isBusy) && isSuperseded() && abortion.abort()
  try {
    abortIfSuperseded()
    const rows = event.data.rows ?? (event.data.row === undefined ? [] : [event.data.row])
    const begin = () => action.signal.aborted || work?.(main, { rows, ...event.data, ...action })
    await Promise.race([superseded, current.run(action, begin)])
    before = stringify(state)
  } catch (error) {
    const message = String(error?.message ?? error).slice(0, 1000)
    if (!action.signal.aborted) alert = { title: 'Something went wrong', message, failure: true, buttons: [close] }
    if (alert) console.error(error)
    if (alert && scene) scene.failure = { alert } // until the user answers it
  }
  action.isOver = true
  Object.keys(state).forEach(name => delete state[name])
  Object.assign(state, parse(before))
  if (isCut || !scene || !(action.isDue || action.isBusy || alert)) return
  current.run({ event, scene }, () => send('view.input.show', { screen: { ...scene.screen, ...scene.failure } }))
}

// Integers beyond 2^53 are BigInts here and plain digits in JSON; in between, strings with an unguessable mark.
const mark = `${randomUUID()} `
const numbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/g
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

function parse(text) {
  const protect = token => (/^-?\d{16,}$/.test(token) ? `"${mark}${token}"` : token)
  const reveal = (_, it) => (typeof it === 'string' && it.startsWith(mark) ? integer(it.slice(mark.length)) : it)
  const integer = digits => (Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits))
  return /\d{16}/.test(text) ? JSON.parse(text.replace(numbers, protect), reveal) : JSON.parse(text)
}

function stringify(value) {
  return JSON.stringify(value, (_, it) => {
    if (typeof it === 'number' && !Number.isFinite(it)) throw new Error(`${it} is not JSON`)
    return typeof it === 'bigint' ? mark + it : it
  }).replace(marked, '$1')
}
