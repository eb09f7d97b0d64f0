import { Pager, RowCount } from '../pager.tsx'
import { useListAddress } from './address.ts'

interface AddressPagerProps {
  readonly pageSize: number
  readonly total: number
  readonly isCapped?: boolean
  readonly hasFurther?: boolean
  readonly describe?: ((range: string) => string) | undefined
}

export function AddressPager(props: AddressPagerProps) {
  const { search, change } = useListAddress()
  const page = Number(search.page ?? 1)
  if (page === 1 && props.total <= props.pageSize && !props.isCapped)
    return <RowCount count={props.total} describe={props.describe} />
  return (
    <Pager {...props} page={page} onPage={(next) => change({ page: next > 1 ? String(next) : undefined })} />
  )
}
