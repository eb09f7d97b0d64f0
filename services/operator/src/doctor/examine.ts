import type { MetadataFiles } from '@signet/accounts/authenticator-models'
import { openDatabase } from '@signet/db'
import { acrossProjects } from '@signet/db/unscoped'
import {
  commonEnv,
  databaseEnv,
  egressEnv,
  mailEnv,
  metadataEnv,
  natsEnv,
  readEnv,
  secretsEnv,
} from '@signet/runtime'
import { secretKeys } from '@signet/secrets'
import * as z from 'zod'
import { examineAudit } from './audit.ts'
import { examineAuthenticatorMetadata } from './authenticator-metadata.ts'
import { examineCatalogue } from './catalogue.ts'
import { examineDatabase } from './database.ts'
import { examineDatabaseDisk, examineDisk } from './disk.ts'
import { examine, type Finding, good, sentenceOf, unknown, wrong } from './finding.ts'
import { examineBaseUrl, examineHosts } from './hosts.ts'
import { examineMail, examineNats, examineOutbox } from './messaging.ts'
import { examineServerSettings } from './server-settings.ts'
import { examineServices } from './services.ts'

/** Each group is read separately, so that one mistake does not hide the next. */
const groups = [commonEnv, databaseEnv, natsEnv, secretsEnv, egressEnv, mailEnv]

const optional = {
  // The marks of secrets, which a file can contain, are lost in other schemas.
  DATABASE_URL: databaseEnv.DATABASE_URL.optional().catch(undefined).meta({ isSecret: true }),
  NATS_URL: natsEnv.NATS_URL.optional(),
  SIGNET_BASE_URL: z.url().optional().catch(undefined),
  SIGNET_SECRET_KEYS: z.string().default('').meta({ isSecret: true }),
  SIGNET_MAIL_ALLOW: mailEnv.SIGNET_MAIL_ALLOW,
  ...metadataEnv,
  NODE_ENV: commonEnv.NODE_ENV.catch('development'),
  SIGNET_SERVICE_URLS: z.string().optional(),
}

export async function examineInstance(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const known = readEnv({ ...natsEnv, ...optional }, env)
  const findings: Finding[] = [...groups.flatMap((group) => configuration(group, env))]
  findings.push(
    ...(await examineNats(known)),
    ...(await examine('disk', () => examineDisk('disk', process.cwd()))),
    ...(await examineServices(known.SIGNET_SERVICE_URLS)),
  )
  findings.push(
    ...(known.DATABASE_URL
      ? await throughDatabase(known.DATABASE_URL, known)
      : [unknown('PostgreSQL', 'DATABASE_URL is not set here')]),
  )
  return findings
}

function configuration(group: z.ZodRawShape, env: NodeJS.ProcessEnv): Finding[] {
  const [first = ''] = Object.keys(group)
  try {
    readEnv(group, env)
    return [good('configuration', `${first} and the other variables are valid`)]
  } catch (error) {
    return [wrong('configuration', sentenceOf(error), 'Set it as described in infra/configuration.md.')]
  }
}

interface KnownEnvironment extends MetadataFiles {
  readonly SIGNET_BASE_URL?: string | undefined
  readonly SIGNET_SECRET_KEYS: string
  readonly SIGNET_MAIL_ALLOW: readonly string[]
  readonly NODE_ENV: string
}

async function throughDatabase(url: string, known: KnownEnvironment): Promise<readonly Finding[]> {
  const database = openDatabase({ url, name: 'doctor', as: 'service', poolSize: 2 })
  const instanceDatabase = acrossProjects(database)
  try {
    const keyIds = known.SIGNET_SECRET_KEYS ? secretKeys(known.SIGNET_SECRET_KEYS).map(({ id }) => id) : []
    const parts = [
      await examineDatabase({ database, keyIds }),
      await examine('catalogue', () => examineCatalogue(database)),
      await examine('PostgreSQL settings', () =>
        examineServerSettings(database, known.NODE_ENV === 'production'),
      ),
      await examine('disk of PostgreSQL', () => examineDatabaseDisk(url, database)),
      await examine('base URL', () => examineBaseUrl(instanceDatabase, known.SIGNET_BASE_URL)),
      await examine('audit', () => examineAudit(instanceDatabase)),
      await examine('outbox', () => examineOutbox(instanceDatabase)),
      await examine('mail', () => examineMail(instanceDatabase, known.SIGNET_MAIL_ALLOW)),
      await examine('metadata of authenticators', () =>
        examineAuthenticatorMetadata(instanceDatabase, known),
      ),
      await examine('hosts', async () =>
        known.SIGNET_BASE_URL ? examineHosts(instanceDatabase, new URL(known.SIGNET_BASE_URL).origin) : [],
      ),
    ]
    return parts.flat()
  } finally {
    await database.close()
  }
}
