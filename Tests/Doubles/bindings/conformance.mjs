// The application of `scripts/conform protocol` on the JavaScript library. Tests/Conversations/README.md describes it.
import { setTimeout } from 'node:timers/promises'
import * as app from '../../../protocols/bindings/viperline.mjs'
const { open, show, state } = app

app.onOpen('home', () => show({ title: 'Home', prompt: 'Say' }))
app.onOpen('detail', async ({ id }, { signal }) => {
  if (id === 'wait') await wait(id, 60_000, signal)
  show({ title: 'Detail', text: `Detail of ${id}` })
})

app.onSearch(async (query, { signal, scene }) => {
  const [, verb, argument] = query.match(/^(\S*) ?(.*)$/s)
  let text = argument
  if (verb === 'wait' || verb === 'pause') await wait(text, verb === 'wait' ? 60_000 : 300, signal)
  if (verb === 'print') console.log(text)
  if (verb === 'count') text = state.count = (state.count ?? 0) + 1
  if (verb === 'fail') {
    state.count = 1000
    throw new Error(text)
  }
  if (verb === 'hoard') state.hoard = 'x'.repeat(Number(text))
  if (verb === 'large') text = 'x'.repeat(Number(text))
  if (verb === 'ask') text = (await app.ask('interactor.input.get', { url: text })).body
  if (verb === 'hasty') text = (await app.ask('interactor.input.get', { url: text }, { timeout: 0.3 })).body
  if (verb === 'post') setImmediate(app.post, 'app.output.posted', { text: argument })
  if (verb === 'flood') setImmediate(flood, Number(text))
  if (verb === 'tick') state.ticks = 0
  if (verb === 'copy') app.copy(text)
  if (verb === 'execute') app.execute(['vi', text])
  if (verb === 'back') return app.back()
  if (verb === 'given') text = `given ${Object.keys(scene.parameters).length}`
  if (verb === 'clear') return show({ rows: new Set() })
  if (verb === 'member') return show({ title: 'Home', promt: 'Say' })
  if (verb === 'outside') text = await outside()
  if (verb === 'nan') return show({ title: 'Home', parts: [{ progress: { label: 'x', fraction: NaN } }] })
  show({ title: 'Home', text, prompt: 'Say', rows: ['wait', 'row -1'] })
})

function flood(count) {
  for (let number = 1; number <= count; number++) app.post('app.output.flooded', { isLast: number === count })
}

/** What the library tells a callback that shows a screen and belongs to no event. */
const outside = () => new Promise(resolve => (tell = resolve))
let tell
setInterval(() => {
  try {
    tell && show({ title: 'Home' })
  } catch (problem) {
    tell(problem.message)
  }
}, 10).unref()

app.on('app.output.posted', data => show({ title: 'Home', text: `posted ${data.text}` }))
app.on('app.output.flooded', ({ isLast }) => {
  state.count = (state.count ?? 0) + 1
  if (isLast) show({ title: 'Home', text: `flooded ${state.count}` })
})
app.every(0.2, time => {
  if (state.ticks === undefined) return
  show({ title: 'Home', text: `tick ${++state.ticks}, ${time > 1e9 ? 'after' : 'before'} 2001` })
})
app.onReturn('home', () => show({ text: 'Home again', prompt: 'Say' }))
app.onEnd(() => app.send('process.output.status', { text: 'ended' }))

async function wait(text, milliseconds, signal) {
  show({ title: 'Home', activity: `Waiting for ${text}` })
  await setTimeout(milliseconds, undefined, { signal })
}

app.onSelect(row => open('detail', { id: row }))
app.onPress((control, { rows, event }) => {
  if (control === 'page') return open('https://pages.example/')
  show({ title: 'Home', text: `${control} ${rows.join(' ')}: ${event.replayed ? 'not again' : 'done'}` })
})
app.onSubmit((values, { secrets }) => {
  Object.assign(state, values)
  show({ title: 'Home', text: `${state.number}, ${secrets.token.length} letters` })
})
app.onChange((value, { field }) => show({ title: 'Home', text: `${field} is ${value}` }))
app.onSort((column, { scene }) => {
  show({ title: 'Home', text: `${column} ${scene.sort.descending ? 'down' : 'up'}`, notice: 'Sorted' })
})
app.onHighlight(row => show({ title: 'Home', rows: [row], preview: [{ text: { body: `about ${row}` } }], highlight: true }))
app.onRun(({ status, failure }) => show({ title: 'Home', text: `ran: ${status} ${failure}` }))
app.onReachEnd(() => show({ title: 'Home', text: 'more' }))
app.run()
