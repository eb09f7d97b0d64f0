import type { UserRow } from '@signet/contracts'
import { RowLink } from '../../components/link.tsx'
import { LetterMark } from '../../components/object-mark.tsx'
import { NameCell } from '../../components/table/column.tsx'
import { paths } from '../../paths.ts'
import { nameOfAccount } from './account-name.ts'

interface UserCellProps {
  readonly projectId: string
  readonly user: Pick<UserRow, 'id' | 'name' | 'email' | 'username'>
  /** A wide table has the address in a column of its own. */
  readonly hasAddressColumn?: boolean
}

/** The name and the address of a user, with a link to the page. */
export function UserCell({
  projectId,
  user: { id, name, ...account },
  hasAddressColumn = false,
}: UserCellProps) {
  const shown = name ?? nameOfAccount(account)
  const note = name ? nameOfAccount(account) : account.username
  return (
    <NameCell
      mark={<LetterMark name={shown} isRound />}
      note={hasAddressColumn ? note && <span className="@3xl:hidden">{note}</span> : note}
    >
      <RowLink {...paths.user(projectId, id)}>{shown}</RowLink>
    </NameCell>
  )
}
