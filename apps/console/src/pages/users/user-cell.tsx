import type { UserRow } from '@signet/contracts'
import { RowLink } from '../../components/link.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { NameCell } from '../../components/table/column.tsx'
import { paths } from '../../paths.ts'
import { nameOfAccount } from './account-name.ts'

interface UserCellProps {
  readonly projectId: string
  readonly user: Pick<UserRow, 'id' | 'name' | 'email' | 'username'>
}

/** The name and the address of a user, with a link to the page. */
export function UserCell({ projectId, user: { id, name, ...account } }: UserCellProps) {
  const shown = name ?? nameOfAccount(account)
  return (
    <NameCell
      mark={<LetterMark name={shown} isRound />}
      note={name ? nameOfAccount(account) : account.username}
    >
      <RowLink {...paths.user(projectId, id)}>{shown}</RowLink>
    </NameCell>
  )
}
