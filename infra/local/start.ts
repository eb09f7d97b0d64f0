import { startEdge } from './edge.ts'
import { lockFolder } from './lock.ts'
import { type Part, stopParts } from './part.ts'
import { inspectors } from './programs.ts'
import { Refusal, sentenceOf } from './refusal.ts'
import { readSettings } from './settings.ts'
import { startStack } from './stack.ts'

const begun = performance.now()
const parts: Part[] = []
const ending = new AbortController()

/** A requested stop is no error. A second signal changes nothing, because the stop has a time limit. */
const asked = new Error('asked to stop')

function add(part: Part): void {
  parts.push(part)
  // The end of one part stops all others.
  void part.exited?.then((sentence) => {
    if (!ending.signal.aborted) ending.abort(new Refusal(`${sentence} Everything else is stopped too.`))
  })
}

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  add({ kind: 'lock', name: 'lock', stop: lockFolder(settings.dataFolder) })
  const edge = await startEdge(settings.port, settings.host, {
    keepsClientCertificates: settings.keepsClientCertificates,
  })
  add({ kind: 'edge', name: 'edge', stop: () => edge.close() })
  const baseUrl = settings.baseUrl ?? `http://localhost:${edge.port}`
  const stack = await startStack({
    settings,
    baseUrl,
    say: console.log,
    add,
    signal: ending.signal,
  })
  edge.open(stack.ports, baseUrl)

  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`\nSignet is ready after ${seconds} s.`)
  console.log(`  Address   ${baseUrl}`)
  console.log(`  Console   ${baseUrl}/admin/`)
  if (stack.setupPath) console.log(`  Set up    ${baseUrl}${stack.setupPath}`)
  console.log(
    `  Agents    ${baseUrl}/mcp (a new data folder starts with mcp.enabled and clientIdMetadataDocument.enabled on)`,
  )
  console.log(`  Data      ${settings.dataFolder}`)
  if (settings.watches)
    for (const [name, port] of Object.entries(inspectors))
      console.log(`  Inspect   ${name} at 127.0.0.1:${port}`)
  console.log('  Ctrl-C stops everything.')
}

async function untilEnd(): Promise<unknown> {
  const ended = new Promise<unknown>((resolve) =>
    ending.signal.addEventListener('abort', () => resolve(ending.signal.reason)),
  )
  try {
    await start()
  } catch (error) {
    // Errors after the start of the stop are consequences of it.
    return ending.signal.aborted ? ending.signal.reason : error
  }
  return ended
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort(asked))

const reason = await untilEnd()
ending.abort(reason)
if (reason === asked) console.log('Stopping…')
else if (reason instanceof Refusal) console.error(sentenceOf(reason))
else console.error(reason)
await stopParts(parts, console.error)
process.exit(reason === asked ? 0 : 1)
