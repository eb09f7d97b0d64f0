import { randomBytes } from 'node:crypto'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import { driveSignIns } from './sign-ins.ts'
import { type BenchStack, residentMemory } from './stack.ts'

/** Users of the import, and users of one call. */
const people = 100_000
const batch = 500

const slice = 8

/** The hash of another system is random, because no benchmark signs in with it. */
const userAt = (index: number): object => ({
  email: `imported${index}@example.com`,
  subject: `legacy-${index}`,
  emailVerified: true,
  passwordHash: `$2b$10$${randomBytes(40).toString('hex').slice(0, 53)}`,
  profile: { name: { givenName: 'Imported', familyName: `User ${index}` }, locale: 'en' },
})

async function send(
  { baseUrl }: BenchStack,
  { cookie }: PreparedInstance,
  path: string,
  body: object,
): Promise<Response> {
  const response = await fetch(`${baseUrl}/admin/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** Returns seconds, and the largest resident memory of admin-api in MiB. */
async function watched(
  { pids }: BenchStack,
  work: () => Promise<void>,
): Promise<{ readonly seconds: number; readonly memory: number }> {
  let memory = residentMemory(pids['admin-api'])
  const timer = setInterval(() => {
    memory = Math.max(memory, residentMemory(pids['admin-api']))
  }, 200)
  const started = performance.now()
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { seconds: (performance.now() - started) / 1_000, memory }
}

/** Measures sign-ins during a part of the import, and the export of all users as one file. */
export async function measureImport(stack: BenchStack, prepared: PreparedInstance): Promise<void> {
  heading('Import and export of users', `${people.toLocaleString('en')} users, ${batch} in a call`)
  const imported = (from: number) => ({
    users: Array.from({ length: batch }, (_, index) => userAt(from + index)),
  })
  const path = `/projects/${prepared.projectId}/users/import`
  const rest = residentMemory(stack.pids['admin-api'])
  const whole = await watched(stack, async () => {
    for (let from = 0; from < people; from += batch) await send(stack, prepared, path, imported(from))
  })
  line('import', `${whole.seconds.toFixed(0)} s`, 'aim at most 120 s')
  line('memory of admin-api during the import', `${whole.memory} MiB`, `${rest} MiB at rest`)
  await measureBeside(stack, prepared, (from) => send(stack, prepared, path, imported(from)))
  const exported = await watched(stack, () => exportAll(stack, prepared))
  line('export without hashes', `${exported.seconds.toFixed(1)} s`, 'one page of users in memory')
  line('memory of admin-api during the export', `${exported.memory} MiB`, 'aim below that of the import')
}

async function measureBeside(
  { ports }: BenchStack,
  prepared: PreparedInstance,
  importBatch: (from: number) => Promise<unknown>,
): Promise<void> {
  await driveSignIns(ports.auth, prepared, 8, slice)
  const shares: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const quiet = await driveSignIns(ports.auth, prepared, 8, slice)
    let isRunning = true
    const importing = (async () => {
      for (let from = people * (round + 1); isRunning; from += batch) await importBatch(from)
    })()
    const busy = await driveSignIns(ports.auth, prepared, 8, slice)
    isRunning = false
    await importing
    shares.push(busy / quiet)
  }
  const share = shares.toSorted((one, another) => one - another)[1] ?? 0
  line('sign-ins during an import against quiet', share.toFixed(2), 'limit: both need processor time')
}

async function exportAll(stack: BenchStack, prepared: PreparedInstance): Promise<void> {
  const granted = await send(stack, prepared, `/projects/${prepared.projectId}/users/export`, {})
  const { export: permission } = (await granted.json()) as { export: string }
  const file = await send(stack, prepared, '/user-export', { export: permission })
  let lines = 0
  for await (const chunk of file.body ?? [])
    for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1
  if (lines < people) throw new Error(`The export has ${lines} users.`)
}
