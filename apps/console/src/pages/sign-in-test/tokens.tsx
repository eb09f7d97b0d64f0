import type { Answer } from '../../api/client.ts'
import { valueRows } from '../../components/value-rows.ts'
import { formatDate, formatNumber } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card, type Fact, Facts } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'

type TestResult = Answer<'project_sign_in_test_finish'>
type Claims = NonNullable<TestResult['userInfo']>

/** RFC 7519 4.1, OpenID Connect Core 2. */
const times = new Set(['exp', 'iat', 'nbf', 'auth_time', 'updated_at'])

const shownValue = (name: string, value: string): string =>
  times.has(name) && /^\d+$/.test(value)
    ? `${formatDate(new Date(Number(value) * 1000).toISOString(), 'full')} (${value})`
    : value

const factsOf = (claims: Claims): Fact[] =>
  valueRows(claims).map(({ name, value }) => ({
    name,
    value: <span className="font-mono text-sm wrap-anywhere">{shownValue(name, value)}</span>,
  }))

export const Tokens = ({ result: { idToken, accessToken, userInfo } }: { result: TestResult }) => (
  <>
    {idToken && (
      <Card title={t.signInTest.idToken} text={t.signInTest.idTokenText}>
        <Facts facts={factsOf(idToken.claims)} />
        <CodeBlock what={t.signInTest.idToken} code={JSON.stringify(idToken, null, 2)} />
      </Card>
    )}
    {accessToken && (
      <Card title={t.signInTest.accessToken} text={t.signInTest.accessTokenText}>
        <Facts
          facts={[
            { name: t.signInTest.scope, value: accessToken.scope },
            { name: t.signInTest.expiresIn, value: formatNumber(accessToken.expiresIn) },
            ...(accessToken.decoded
              ? factsOf(accessToken.decoded.claims)
              : [{ name: t.signInTest.format, value: t.signInTest.opaque }]),
          ]}
        />
      </Card>
    )}
    {userInfo && (
      <Card title={t.signInTest.userInfo} text={t.signInTest.userInfoText}>
        <Facts facts={factsOf(userInfo)} />
      </Card>
    )}
  </>
)
