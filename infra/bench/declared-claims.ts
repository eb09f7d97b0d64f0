import { compare } from './compare.ts'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import type { BenchStack } from './stack.ts'
import type { SignetTarget } from './stock.ts'
import { figures } from './target.ts'
import { figureOf, type Pace, variantOf } from './token-rates.ts'

const outputs = ['id_token', 'userinfo', 'access_token']

/** One value each; two have a condition. None needs the groups of the user. */
const tenClaims = [
  { claim: 'tenant', source: 'fixed', value: 'acme' },
  { claim: 'plan', source: 'fixed', value: 3 },
  { claim: 'roles', source: 'fixed', value: ['reader', 'author'] },
  { claim: 'login', source: 'email' },
  { claim: 'unit', source: 'department' },
  { claim: 'number', source: 'employeeNumber' },
  { claim: 'job', source: 'title' },
  { claim: 'level', source: 'storedClaim', storedClaim: 'level' },
  { claim: 'shown', source: 'displayName', condition: { scope: 'openid' } },
  { claim: 'beta', source: 'fixed', value: true, condition: { scope: 'openid' } },
].map((entry) => ({ ...entry, in: outputs }))

const profile = {
  displayName: 'Ada L.',
  title: 'Analyst',
  enterprise: { department: 'Research', employeeNumber: '7' },
}

const aim = 'aim 0.97; limit: the values in the signed tokens'

export async function compareDeclaredClaims(
  { sql }: BenchStack,
  { projectId, clientId, path }: PreparedInstance,
  signet: SignetTarget,
  pace: Pace,
): Promise<void> {
  heading('Declared claims', 'an application with ten declared claims against a copy of it without any')
  for (const [id, list] of [
    ['bench-plain', []],
    ['bench-claims', tenClaims],
  ] as const)
    await sql.query(
      `INSERT INTO clients SELECT r.* FROM clients c
         CROSS JOIN LATERAL jsonb_populate_record(c, jsonb_build_object('id', $2::text, 'declared_claims', $3::jsonb)) r
       WHERE c.id = $1`,
      [clientId, id, JSON.stringify(list)],
    )
  await sql.query(`UPDATE accounts SET profile = $2, claims = '{"level": 4}' WHERE project_id = $1`, [
    projectId,
    JSON.stringify(profile),
  ])
  await sql.query('UPDATE projects SET version = version + 1 WHERE id = $1', [projectId])
  const target = (id: string) => signet.inProject({ projectId, clientId: id, path })
  for (const figure of figures.filter(({ name }) => name === 'refresh, JWT' || name === 'userinfo')) {
    const variants = [
      await variantOf(figure, target('bench-plain'), pace, 'none'),
      await variantOf(figure, target('bench-claims'), pace, 'ten'),
      await variantOf(figure, target('bench-plain'), pace, 'again'),
    ]
    const { ratios, cpuRatios, ...result } = await compare(variants, pace.rounds, pace.slice)
    const times = (name: string) => `processor time ${Number(cpuRatios[name]).toFixed(3)}`
    line(
      `${figure.name}: control`,
      `${Number(ratios.again).toFixed(3)}  (${times('again')})`,
      'within 0.95 to 1.05, or the run says nothing',
    )
    line(
      `${figure.name}: ten claims against none`,
      `${figureOf({ ratios, cpuRatios, ...result }, 'ten', 'none')}; ${times('ten')}`,
      aim,
    )
  }
}
