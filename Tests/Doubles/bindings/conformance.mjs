// The application of `scripts/conform protocol` on the JavaScript library. Tests/Conversations/README.md says what it does.
import { setTimeout } from 'node:timers/promises'
import * as app from '../../../protocols/bindings/viperline.mjs'
const { open, show, state } = app

app.onOpen('home', () => show({ title: 'Home', prompt: 'Say' }))
app.onOpen('detail', async ({ id }, { signal }) => {
  if (id === 'wait') await wait(id, 60_000, signal)
  show({ title: 'Detail', text: `Detail of ${id}` })
})

app.onSearch(async (query, { signal }) => {
  const [, verb, argument] = query.match(/^(\S*) ?(.*)$/s)
  let text = argument
  if (verb === 'wait' || verb === 'pause') await wait(text, verb === 'wait' ? 60_000 : 300, signal)
  if (verb === 'print') console.log(text)
  if (verb === 'count') text = state.count = (state.count ?? 0) + 1
  if (verb === 'fail') {
    state.count = 1000
    throw new Error(text)
  }
  if (verb === 'large') text = 'x'.repeat(Number(text))
  if (verb === 'nan') return show({ title: 'Home', parts: [{ progress: { label: 'x', fraction: NaN } }] })
  show({ title: 'Home', text, prompt: 'Say', rows: ['wait', 'row -1'] })
})

async function wait(text, milliseconds, signal) {
  show({ title: 'Home', activity: `Waiting for ${text}` })
  await setTimeout(milliseconds, undefined, { signal })
}

app.onSelect(row => open('detail', { id: row }))
app.onPress((control, { row, event }) => {
  if (control === 'page') return open('https://pages.example/')
  show({ title: 'Home', text: `${control} ${row ?? ''}: ${event.replayed ? 'not again' : 'done'}` })
})
app.onSubmit((values, { secrets }) => {
  Object.assign(state, values)
  show({ title: 'Home', text: `${state.number}, ${secrets.token.length} letters` })
})
app.onChange((value, { field }) => show({ title: 'Home', text: `${field} is ${value}` }))
app.run()
