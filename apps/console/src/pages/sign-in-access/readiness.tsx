import { useOperation } from '../../api/operation.ts'
import { TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'

const most = 10

/** Administrators who could still sign in without passwords. */
export function Readiness() {
  const { passwordLogin, superAdministratorsThroughProvider, withoutProvider } = useOperation(
    'admin_sign_in_readiness_get',
    {},
  )
  return (
    <Card title={t.administrators.ready}>
      {!passwordLogin && <Notice title={t.administrators.passwordsOff} />}
      {superAdministratorsThroughProvider === 0 ? (
        <p className="text-quiet text-pretty">{t.administrators.readyNobody}</p>
      ) : (
        <p className="text-quiet text-pretty">
          {t.administrators.readyText(superAdministratorsThroughProvider)}
        </p>
      )}
      {withoutProvider.length > 0 && (
        <div className="grid gap-1.5">
          <p>{t.administrators.cannot(withoutProvider.length)}</p>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {withoutProvider.slice(0, most).map(({ id, email }) => (
              <li key={id}>
                <TextLink {...paths.administrator(id)}>{email}</TextLink>
              </li>
            ))}
            {withoutProvider.length > most && <li aria-hidden>…</li>}
          </ul>
        </div>
      )}
    </Card>
  )
}
