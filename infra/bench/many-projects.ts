import { setTimeout as pause } from 'node:timers/promises'
import { compare } from './compare.ts'
import { drive, inTurn, plainGet } from './load.ts'
import type { PreparedInstance } from './prepare.ts'
import { activeProject, activeProjects, copyProjects } from './projects.ts'
import { heading, line } from './report.ts'
import { type BenchStack, pin, residentMemory } from './stack.ts'
import { type Second, startSecond } from './start-times.ts'
import type { SignetTarget } from './stock.ts'
import { figures, type Target } from './target.ts'
import { figureOf, inRotation, type Pace } from './token-rates.ts'

const idle = 10_000

export async function compareProjects(
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: SignetTarget,
  pace: Pace,
): Promise<void> {
  heading(
    'Many projects',
    `a fresh authorization server on one core; ${activeProjects.toLocaleString('en')} projects with key sets of their own in use`,
  )
  await measureIdle(stack, prepared)
  const second = await start(stack)
  try {
    const projects = Array.from({ length: activeProjects }, (_, index) => ({
      ...signet.inProject(activeProject(index + 1)),
      pid: second.pid,
      port: second.port,
    }))
    await measureServed(projects, pace)
    await compareActive(projects, pace)
  } finally {
    second.close()
  }
}

async function start(stack: BenchStack): Promise<Second> {
  const second = await startSecond(stack.pids.auth)
  pin(second.pid, 0)
  return second
}

async function measureIdle(stack: BenchStack, { projectId }: PreparedInstance): Promise<void> {
  const atRest = async () => {
    const second = await start(stack)
    await pause(1000)
    const memory = residentMemory(second.pid)
    second.close()
    return memory
  }
  const before = await atRest()
  await copyProjects(stack, projectId, 'idle', idle)
  const after = await atRest()
  await stack.sql.query(`DELETE FROM projects WHERE id LIKE 'prj_idle%'`)
  line(
    `${idle.toLocaleString('en')} idle projects`,
    `${after - before} MiB  (${after} against ${before} at rest)`,
    'aim 0, to the noise of a start; limit: nothing is read of them',
  )
}

async function measureServed(projects: readonly Target[], pace: Pace): Promise<void> {
  const [first] = projects
  const [figure] = figures
  if (!first || !figure) return
  // Warms up with one project, whose load uses memory for compiled code, buffers and the young generation.
  const warm = await figure.load(first, pace.connections)
  await drive(first.port, warm.clients, pace.slice * 2)
  const before = residentMemory(first.pid)
  for (const project of projects) {
    for (const document of ['/.well-known/openid-configuration', '/jwks']) {
      const shot = plainGet(`${project.path}${document}`, project.host)
      await inTurn(project.port, { next: () => shot }, 1)
    }
    const [client] = (await figure.load(project, 1)).clients
    if (client) await inTurn(project.port, client, 1)
  }
  const each = ((residentMemory(first.pid) - before) * 1024) / projects.length
  line('memory per served project', `${Math.round(each)} KiB`, 'aim under 300; limit: its provider and keys')
}

async function compareActive(projects: readonly Target[], pace: Pace): Promise<void> {
  const [first] = projects
  const [figure] = figures
  if (!first || !figure) return
  const { pid, port } = first
  const one = { name: 'one', pid, port, ...(await figure.load(first, pace.connections)) }
  const many = { name: 'many', pid, port, ...(await inRotation(figure, projects, pace)) }
  line(
    `${projects.length.toLocaleString('en')} in turn against one, JWT`,
    figureOf(await compare([one, many], pace.rounds, pace.slice), 'many', 'one'),
    'aim 0.85; limit: each provider has classes of its own, which the engine cannot specialise for',
  )
}
