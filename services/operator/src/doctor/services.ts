import { examine, type Finding, good, sentenceOf, unknown, wrong } from './finding.ts'

const answerMs = 5_000

/** Remedies by the name of a failing check of `/ready`. */
const remedies: Readonly<Record<string, string>> = {
  database: 'Point its DATABASE_URL at the primary.',
  schema: 'Run db:migrate, or start the release that migrated the database.',
  clock: 'Synchronize its clock (chrony, systemd-timesyncd).',
  'secret keys': 'Give it all keys of SIGNET_SECRET_KEYS.',
  draining: 'It is being stopped: start it again, or remove it from SIGNET_SERVICE_URLS.',
  'admin-api': 'Check SIGNET_ADMIN_API_URL, and that admin-api runs.',
}

/** @param origins of the services, separated by commas */
export async function examineServices(origins: string | undefined): Promise<readonly Finding[]> {
  if (!origins) return [unknown('services', 'SIGNET_SERVICE_URLS is not set here')]
  const findings = origins
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)
    .map((origin) => examine(origin, () => examineService(origin)))
  return (await Promise.all(findings)).flat()
}

async function examineService(origin: string): Promise<Finding> {
  let answer: Response
  try {
    answer = await fetch(new URL('/ready', origin), {
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    })
  } catch (error) {
    const reason = error instanceof Error && error.cause ? error.cause : error
    return wrong(origin, `does not answer (${sentenceOf(reason)})`, 'Start the service, and read its log.')
  }
  const { failing = [], degraded = [] } = await readState(answer)
  if (!answer.ok)
    return wrong(
      origin,
      `is not ready: ${failing.join(', ') || answer.status}`,
      failing.map((name) => remedies[name] ?? '').join(' ') || 'Read its log.',
    )
  return good(origin, degraded.length > 0 ? `is ready without ${degraded.join(', ')}` : 'is ready')
}

async function readState(answer: Response): Promise<{ failing?: string[]; degraded?: string[] }> {
  try {
    return (await answer.json()) as { failing?: string[]; degraded?: string[] }
  } catch {
    // The console returns text.
    return {}
  }
}
