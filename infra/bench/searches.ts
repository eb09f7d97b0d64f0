import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import type { BenchStack } from './stack.ts'

const users = 1_000_000
const requests = 200

const givenNames =
  'Liam Emma Noah Olivia Léa Hugo Chloé Louis Anna Paul Mia Finn Sofía Mateo Lucía Diego Yuki Haruto Aoi Ren Ivan Olga Dmitri Anastasia Wei Fang Li Ming João Ana Pedro Beatriz Omar Fatima Yusuf Layla'.split(
    ' ',
  )
const familyNames =
  'Schmidt Müller Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Martin Bernard Dubois Thomas Robert Richard Petit Durand García Martínez López Sánchez Pérez Gómez Sato Suzuki Takahashi Tanaka Watanabe Ivanov Petrov Sidorov Wang Zhang Liu Chen Silva Santos Oliveira Souza Haddad Mansour Khalil Nasser Smith Johnson Williams Brown Jones Taylor'.split(
    ' ',
  )

const texts: readonly (readonly [name: string, q: string])[] = [
  ['a family name, one of 50', 'schmidt'],
  ['given and family name', 'liam schmidt'],
  ['the beginning of a name', 'schm'],
  ['one letter', 's'],
  ['a name without its accents', 'muller garcia'],
  ['the beginning of an address', 'person77'],
  ['a whole address', 'person777777@department7.example.com'],
  ['a domain, one of 100', '@department7.example.com'],
  ['a telephone number', '+49 30 777777'],
  ['an id of the directory', 'hr-777777'],
  ['a text without a user', 'zzyzx'],
]

/**
 * List of users and search of the palette, in a project of 1,000,000 users with names, addresses, telephone numbers and ids of a
 * directory. Milliseconds, one caller.
 */
export async function measureSearches(stack: BenchStack, prepared: PreparedInstance): Promise<void> {
  heading(
    'Searches among 1,000,000 users with names',
    `${requests} requests for each text; median and 99th percentile, one caller`,
  )
  await fill(stack, prepared.projectId)
  for (const [name, q] of texts) {
    const query = encodeURIComponent(q)
    line(
      `${name}: ${q}`,
      await timesOf(stack, prepared, `/projects/${prepared.projectId}/users?text=${query}`),
      'list, aim 20 ms',
    )
    line('', await timesOf(stack, prepared, `/search?q=${query}`), 'palette, aim 20 ms')
  }
}

async function timesOf(stack: BenchStack, { cookie }: PreparedInstance, path: string): Promise<string> {
  const headers = { host: new URL(stack.baseUrl).host, cookie }
  const times: number[] = []
  for (let index = 0; index < requests; index += 1) {
    const begun = performance.now()
    const response = await fetch(`http://127.0.0.1:${stack.ports['admin-api']}/admin/api${path}`, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(share * times.length)] ?? Number.NaN).toFixed(1)
  return `${at(0.5)} ms, ${at(0.99)} ms`
}

async function fill({ sql }: BenchStack, projectId: string): Promise<void> {
  await sql.query(
    `INSERT INTO accounts (project_id, id, email, email_key, external_id, claims)
     SELECT $1, 'usr_search' || n, address, address, 'hr-' || n, jsonb_build_object(
       'name', given || ' ' || family, 'given_name', given, 'family_name', family, 'phone_number', '+49 30 ' || n)
     FROM generate_series(1, $2::int) n,
       LATERAL (SELECT 'person' || n || '@department' || n % 100 || '.example.com' AS address,
         ($3::text[])[1 + n % cardinality($3::text[])] AS given,
         ($4::text[])[1 + n / 7 % cardinality($4::text[])] AS family) made`,
    [projectId, users, givenNames, familyNames],
  )
  await sql.query('VACUUM ANALYZE accounts, account_words')
}
