import { heading, line } from './report.ts'
import { type BenchStack, proportionalMemory, residentMemory, type ServiceName } from './stack.ts'

/** MiB at rest, the largest of each service. */
const atRest: Readonly<Record<ServiceName, number>> = {
  auth: 90,
  'admin-api': 95,
  scim: 75,
  'mcp-gateway': 75,
}
const ALL_AT_REST = 250
const AUTH_AFTER_LOAD = 200

export function printMemoryAtRest(stack: BenchStack): void {
  heading('At rest', 'resident memory of each service, a second after start')
  for (const [name, most] of Object.entries(atRest))
    line(name, `${residentMemory(stack.pids[name as ServiceName])} MiB`, `aim under ${most}`)
  line(
    'all processes, shared pages once',
    `${allProcesses(stack)} MiB`,
    `aim under ${ALL_AT_REST}; services, console, proxy and NATS`,
  )
}

/** Call after all sections, which have used each service. */
export function printMemoryAfterLoad(stack: BenchStack): void {
  heading('After the load', 'resident memory of each service')
  for (const [name, pid] of Object.entries(stack.pids))
    line(name, `${residentMemory(pid)} MiB`, name === 'auth' ? `aim under ${AUTH_AFTER_LOAD}` : '')
  line('all processes, shared pages once', `${allProcesses(stack)} MiB`, '')
}

const allProcesses = (stack: BenchStack): number =>
  Math.round(stack.productPids().reduce((sum, pid) => sum + proportionalMemory(pid), 0))
