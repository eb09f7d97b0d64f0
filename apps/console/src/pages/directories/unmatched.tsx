import type { Answer } from '../../api/client.ts'
import { TextLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'

type Unmatched = Answer<'provisioning_connection_get'>['unmatched']

interface UnmatchedUsersProps {
  readonly projectId: string
  readonly unmatched: Unmatched
}

/** Users refused at the provider, with both values and the change that lets them in. */
export const UnmatchedUsers = ({ projectId, unmatched: { total, latest } }: UnmatchedUsersProps) =>
  total > 0 && (
    <Notice tone="caution" title={t.directories.unmatchedCount(total)}>
      <p>{t.directories.unmatchedText}</p>
      <ul className="mt-1 grid list-disc gap-1 pl-4">
        {latest.map((user) => (
          <li key={user.userId} className="break-words">
            <TextLink {...paths.user(projectId, user.userId)}>{user.name}</TextLink>: {unmatchedValues(user)}
          </li>
        ))}
      </ul>
    </Notice>
  )

export const unmatchedValues = (values: Omit<Unmatched['latest'][number], 'userId' | 'name' | 'at'>) =>
  t.directories.unmatchedValues(values.claim, values.stated, values.attribute, values.stored ?? '–')
