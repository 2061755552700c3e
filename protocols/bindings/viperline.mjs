// A terminal application in one file: user actions come in, whole screens go out. README.md has examples.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** The application's state, as JSON; a successor of this process has it too. */
export const state = {}

const limit = Number(process.env.VIPERLINE_LINE_LIMIT) || 1 << 20 // of a line, in bytes
const mains = { didSearch: 'query', didSelect: 'row', didPress: 'control', didSubmit: 'values', didChange: 'value' }
const close = { control: 'viperline.close', title: 'Close', role: 'cancel' }
const functions = new Map()
const current = new AsyncLocalStorage() // the current event, its scene, and whether a reply is due
let [scenes, seen] = [[], []] // seen: the newest actions
let [newest, left] = [0, 0] // numbers: the newest action read, the newest that leaves a scene
let abortIfSuperseded = () => {} // of the current function
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr) // printed text is a diagnostic

/** Registers a function for a type. Its arguments: the data, or an action's main member; then { event, scene, signal, … }. */
export const on = (type, work) => void functions.set(type, work)
export const onSearch = work => on('view.output.didSearch', work)
export const onSelect = work => on('view.output.didSelect', work)
export const onPress = work => on('view.output.didPress', work)
export const onSubmit = work => on('view.output.didSubmit', work)
export const onChange = work => on('view.output.didChange', work)

/** Registers the function that shows the first screen of such a scene. It gets the scene's parameters. */
export const onOpen = (name, work) => on(`open ${name}`, work)
on('view.output.didGoBack', () => send('router.input.back', {}))
on('view.output.didFollow', ({ url }) => open(url))
on('unreadable', data => send('process.output.refused', data))

/** Shows a whole screen. An `activity` lasts until the function ends or shows another one. Rows may be strings. */
export function show({ text, rows, prompt, parts = [], activity, ...screen }) {
  const action = current.getStore()
  if (rows) rows = rows.map(row => (typeof row === 'string' ? { id: row, title: row } : row))
  if (rows) parts = [{ list: { rows, empty: 'Nothing found.' } }, ...parts]
  if (text !== undefined) parts = [{ text: { body: String(text) } }, ...parts]
  if (prompt !== undefined) screen.prompt = { placeholder: prompt, text: action.scene.query }
  screen = { title: '', ...screen, parts }
  send('view.input.show', { screen: { ...screen, activity } })
  action.scene.screen = screen
}

/** Opens a scene by its name, or a web page in the browser. */
export function open(target, parameters = {}) {
  const { isBusy, scene } = current.getStore()
  if (isBusy) send('view.input.show', { screen: scene.screen })
  if (/^https?:/.test(target)) return send('router.input.openURL', { url: target })
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value)])
  send('router.input.open', { name: target, parameters: Object.fromEntries(texts) })
}

/** Sends an event of any type in reply to the current one, or as a request on behalf of it. */
export function send(type, data) {
  const action = current.getStore()
  if (action.signal?.aborted) throw action.signal.reason
  const { event, scene = { scene: action.event.subject, chain: action.event.chain } } = action
  const answer = { correlationid: scene.chain, causationid: event.id, causationsource: event.source }
  const line = stringify({ specversion: '1.0', type, subject: scene.scene, ...answer, data })
  const bytes = Buffer.byteLength(line)
  if (bytes > limit * 7 / 8) throw new Error(`${type} would have ${bytes} bytes; a line may have ${limit}`)
  write(`${line}\n`)
  Object.assign(action, { isDue: false, isBusy: Boolean(data.screen?.activity) })
}

/** Handles events, one at a time, until the input ends. */
export function run() {
  let [begun, number, waiting, work] = ['', 0, 0, Promise.resolve()]
  const receive = line => {
    const event = read(line, ++number)
    abortIfSuperseded()
    if (++waiting > 100) process.stdin.pause()
    work = work.then(() => handle(event)).catch(console.error).then(() => --waiting > 100 || process.stdin.resume())
  }
  process.on('unhandledRejection', console.error)
  process.stdout.on('error', () => process.exit(0))
  process.stdin.setEncoding('latin1').on('data', text => {
    const lines = (begun + text).split('\n')
    begun = lines.pop().slice(0, limit + 1) // the rest of a line over the limit is dropped
    lines.forEach(receive)
  }).on('end', () => {
    if (begun) receive(begun)
    work.then(() => process.exit(0))
  })
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

async function handle(event) {
  const { type, data, subject } = event
  const named = scenes.find(scene => scene.scene === subject)
  const scene = type === 'unreadable' ? undefined : named ?? scenes.at(-1)
  if (type === 'process.input.restore') {
    Object.assign(state, data.state)
    scenes = data.scenes
  } else if (type === 'router.output.didNavigate') {
    const [known, ...stack] = [scenes, ...data.stack]
    scenes = []
    for (const entry of stack) {
      const same = known.find(it => Object.keys(entry).every(key => stringify(it[key]) === stringify(entry[key])))
      const title = entry.name[0].toUpperCase() + entry.name.slice(1)
      scenes.push(same ?? { ...entry, query: '', chain: event.chain, screen: { title, parts: [] } })
      const first = functions.get(`open ${entry.name}`) ?? (() => show({ title, prompt: 'Search' }))
      if (!same) await call(first, entry.parameters ?? {}, event, scenes.at(-1))
    }
  } else if (type.startsWith('view.output.') && scene) {
    const identity = event.id && JSON.stringify([event.source, event.id])
    const main = mains[type.slice(12)]
    const isOld = seen.includes(identity) || (subject !== undefined && !named)
    const isVoid = isOld || data.control === close.control || (main && !(main in data))
    if (identity) seen = [...seen, identity].slice(-1000)
    Object.assign(scene, { chain: event.chain, query: String(data.query ?? scene.query) })
    await call(isVoid ? undefined : functions.get(type), main ? data[main] : data, event, scene)
  } else if (functions.has(type) && !type.startsWith('view.')) await call(functions.get(type), data, event, scene, false)
  const snapshot = () => send('process.output.snapshot', { state, scenes })
  if (process.env.VIPERLINE_SERVICE && event.id) current.run({ event }, snapshot)
}

/** Answers the event. Changes of the state count only if the function finishes. */
async function call(work, main, event, scene, isDue = true) {
  const abortion = new AbortController()
  const action = { event, scene, signal: abortion.signal, isDue }
  const superseded = new Promise((_, reject) => action.signal.addEventListener('abort', reject))
  const isSuperseded = () => !event.replayed && (event.type.startsWith('view.') ? newest : left) > event.number
  let [before, alert] = [stringify(state)]
  // After a reply, the function may finish.
  abortIfSuperseded = () => (action.isDue || action.isBusy) && isSuperseded() && abortion.abort()
  try {
    abortIfSuperseded()
    const begin = () => action.signal.aborted || work?.(main, { ...event.data, ...action })
    await Promise.race([superseded, current.run(action, begin)])
    before = stringify(state)
  } catch (error) {
    const message = String(error?.message ?? error).slice(0, 1000)
    if (!action.signal.aborted) alert = { title: 'Something went wrong', message, failure: true, buttons: [close] }
    if (alert) console.error(error)
  }
  Object.keys(state).forEach(name => delete state[name])
  Object.assign(state, parse(before))
  if (!scene || !(action.isDue || action.isBusy || alert)) return
  current.run({ event, scene }, () => send('view.input.show', { screen: { ...scene.screen, alert } }))
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
