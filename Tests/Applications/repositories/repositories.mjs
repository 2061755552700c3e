// A browser of GitHub's repositories: search with paging, details with the README. Viperline's fetcher sends the requests.
import { ask, onOpen, onPress, onReachEnd, onSearch, onSelect, open, run, show, state } from './viperline.mjs'

function list(activity) {
  const rows = state.items.map(it => ({ id: it.fullName, title: it.fullName, subtitle: it.description, accessory: `★ ${it.stars}` }))
  show({ title: 'Repositories', rows, prompt: 'Search GitHub', hasMore: Boolean(state.cursor), activity })
}

async function load() {
  list(state.items.length > 0 ? 'Loading more…' : 'Searching…')
  const { term, cursor } = state
  const found = await ask('interactor.input.search', { source: 'github.repositories', term, cursor })
  state.items.push(...found.items)
  state.cursor = found.cursor
  list()
}

onOpen('home', () => show({ title: 'Repositories', prompt: 'Search GitHub' }))
onSearch(term => {
  Object.assign(state, { term, items: [], cursor: undefined })
  return load()
})
onReachEnd(load)
onSelect(id => open('repository', { id }))

onOpen('repository', async ({ id }) => {
  const { url, fullName, description } = state.items.find(it => it.fullName === id)
  show({ title: fullName, text: description, activity: 'Loading the README…' })
  const { items: [readme] } = await ask('interactor.input.lookup', { source: 'github.readme', id })
  const body = readme?.text ?? 'This repository has no README that can be shown.'
  const page = { control: url, title: 'Open its page', key: 'o' }
  show({ title: fullName, parts: [{ text: { body, format: 'markdown' } }, { button: page }] })
})
onPress(url => open(url))
run()
