// my-application: replaces viperline-fetcher, with apps of its own and without a network.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const apps = JSON.parse(readFileSync('apps.json', 'utf8'))

function items({ type, data }) {
  if (type === 'interactor.input.search') {
    const term = (data.term ?? '').toLowerCase()
    return apps.filter(app => app.name.toLowerCase().includes(term))
  }
  if (type === 'interactor.input.lookup') return apps.filter(app => app.id === data.id)
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  const found = items(request)
  if (!found) continue
  const answer = {
    type: 'interactor.output.found',
    subject: request.subject,
    correlationid: request.correlationid ?? request.id,
    causationid: request.id,
    data: { source: request.data.source, items: found },
  }
  console.log(JSON.stringify(answer))
}
