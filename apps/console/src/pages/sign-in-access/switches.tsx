import type { Answer } from '../../api/client.ts'
import { TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'

type Switch = Answer<'project_sign_in_access_list'>['projects'][number]['switches'][number]

interface SwitchesProps {
  readonly projectId: string
  readonly switches: readonly Switch[]
  /** A project without users has no user to lock out. */
  readonly hasUsers: boolean
}

const texts = t.signInAccess

/** Each enabled sign-in method, with the users who could not sign in without it. */
export const Switches = ({ projectId, switches, hasUsers }: SwitchesProps) =>
  switches.length === 0 ? (
    <Badge tone="problem">{texts.noMethod}</Badge>
  ) : (
    <ul className="grid w-full gap-1.5 py-1">
      {switches.map((one) => (
        <li
          key={one.providerId ?? one.kind}
          className="grid items-baseline gap-x-3 @sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <Method projectId={projectId} method={one} />
          <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            {one.locksOutAdministrators && <Badge tone="problem">{texts.locksOut}</Badge>}
            {one.leavesNoMethod && hasUsers && <Badge tone="caution">{texts.onlyMethod}</Badge>}
            <span className="text-sm text-quiet text-pretty">
              {one.withoutSignIn === 0 ? texts.noUser : texts.users(one.withoutSignIn)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )

/** A link above the link of the row. */
function Method({ projectId, method }: { readonly projectId: string; readonly method: Switch }) {
  const { kind, providerId, displayName } = method
  if (kind === 'federation') return <span className="font-medium wrap-anywhere">{texts.federation}</span>
  return (
    <span className="relative z-10 font-medium wrap-anywhere">
      {providerId === null ? (
        <TextLink {...paths.projectSettings(projectId)} hash="sign-in">
          {texts.passwords}
        </TextLink>
      ) : (
        <TextLink {...paths.provider(projectId, providerId)}>{displayName}</TextLink>
      )}
    </span>
  )
}
