import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/stack.ts'
import { follow } from '../tutorials/follow.ts'
import { launchBrowser } from './browser.ts'
import { runProgram, type Suite } from './suite.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

interface Started {
  readonly program: ChildProcess
  readonly baseUrl: string
  readonly setupUrl: string
}

async function start(clone: string): Promise<Started> {
  const port = await freePort()
  const program = spawn('npm', ['start'], {
    cwd: clone,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) },
    detached: true,
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Ctrl-C stops everything.')) resolve()
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    program.once('exit', () => reject(new Error(printed)))
  })
  return { program, baseUrl: `http://localhost:${port}`, setupUrl: /Set up\s+(\S+)/.exec(printed)?.[1] ?? '' }
}

const minutesSince = (begun: number): string => `${((performance.now() - begun) / 60_000).toFixed(1)} min`

export const tutorials: Suite = {
  name: 'tutorials',
  toolchain: ['git', 'npm', 'npx', 'curl'],
  async run() {
    // Within the repository, npm would install into it.
    const folder = mkdtempSync(join(tmpdir(), 'signet-tutorials-'))
    const clone = join(folder, 'signet')
    await runProgram('git', ['clone', '--quiet', repository, clone], { folder })
    const begun = performance.now()
    const { program, baseUrl, setupUrl } = await start(clone)
    const times = [`npm start ${minutesSince(begun)}`]
    const browser = await launchBrowser()
    try {
      const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
      page.setDefaultTimeout(20_000)
      for (const name of ['application', 'agent', 'directory']) {
        const work = join(folder, name)
        mkdirSync(work)
        const from = performance.now()
        // The Inspector opens no browser of the machine, and prints the address.
        const environment = { ...process.env, HOME: work, BROWSER: 'true', MCP_AUTO_OPEN_ENABLED: 'true' }
        await follow(name, { page, folder: work, baseUrl, setupUrl, environment, installs: true })
        times.push(`${name} ${minutesSince(from)}`)
      }
      return times.join(', ')
    } finally {
      await browser.close()
      if (program.pid) process.kill(-program.pid, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
