// my-application: searches items, shows one, opens its page.
import { readFileSync } from 'node:fs'
import { onOpen, onPress, onSearch, onSelect, open, run, show } from './viperline.mjs'

const items = JSON.parse(readFileSync('items.json', 'utf8'))

function search(term) {
  const found = items.filter(item => item.title.toLowerCase().includes(term.toLowerCase()))
  const rows = found.map(({ id, title, kind }) => ({ id, title, accessory: kind }))
  show({ title: 'my-application', rows, prompt: 'Search' })
}

onOpen('home', () => search(''))
onSearch(search)
onSelect(id => open('item', { id }))
onOpen('item', ({ id }) => {
  const { title, text, url } = items.find(item => item.id === id)
  show({ title, text, parts: [{ button: { control: url, title: 'Open its page', key: 'o' } }] })
})
onPress(url => open(url))
run()
