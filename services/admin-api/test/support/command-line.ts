import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mainFile } from '@signet/testkit'
import { expect } from 'vitest'
import type { World } from './world.ts'

const main = mainFile('cli')

interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface CommandLine {
  readonly url: string
  readonly token: string
  signet(args: readonly string[], more?: NodeJS.ProcessEnv): Promise<Finished>
  /** Kills the command when it writes a text to stderr. */
  killedAt(text: string, args: readonly string[], more?: NodeJS.ProcessEnv): Promise<void>
  /** Expects the exit code 0. @returns the text on stdout */
  succeeded(...args: string[]): Promise<string>
}

/** The command line acts as an agent of the super administrator. */
export async function startCommandLine(world: World, more: NodeJS.ProcessEnv = {}): Promise<CommandLine> {
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const agent = await world.agent(world.people.super, ['admin:read', 'admin:write', 'admin:high'])
  const token = String(agent.headers.authorization).replace(/^Bearer /, '')
  const env = {
    PATH: process.env.PATH,
    // Loading the sources takes longer than most commands.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    SIGNET_URL: url,
    SIGNET_TOKEN: token,
    ...more,
  }
  const signet: CommandLine['signet'] = (args, own = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [main, ...args], {
        env: { ...env, ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const text = { out: '', err: '' }
      child.stdout.on('data', (data) => (text.out += data))
      child.stderr.on('data', (data) => (text.err += data))
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, ...text }))
    })
  return {
    url,
    token,
    signet,
    async killedAt(text, args, own = {}) {
      const child = spawn(process.execPath, [main, ...args], {
        env: { ...env, ...own },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child.stderr.on('data', (data) => {
        if (String(data).includes(text)) child.kill('SIGKILL')
      })
      await once(child, 'close')
    },
    async succeeded(...args) {
      const { code, out, err } = await signet(args)
      expect(code, err).toBe(0)
      return out
    },
  }
}
