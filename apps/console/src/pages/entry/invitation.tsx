import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { change } from '../../api/change.ts'
import { problemOf } from '../../api/problem.ts'
import { ReadProblem } from '../../components/read-problem.tsx'
import { t } from '../../texts/index.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Acceptance } from './acceptance.tsx'
import { Frame } from './frame.tsx'
import { InvalidInvitation } from './invalid-invitation.tsx'

/** The token is in the fragment, which browsers never send to a server. */
export function InvitationPage() {
  const { hash } = useLocation()
  const token = new URLSearchParams(hash).get('token') ?? ''
  return token ? <Invitation key={token} token={token} /> : <InvalidInvitation end="incomplete" />
}

function Invitation({ token }: { readonly token: string }) {
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => change('invitation_get', { token }),
    // The page shows the invitation until it is accepted.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, error } = query
  if (data) return <Acceptance token={token} invitation={data} />
  const problem = error && problemOf(error)
  if (problem?.code === 'invitation_invalid') return <InvalidInvitation end={problem.reason} />
  return (
    <Frame title={t.entry.join} text={t.entry.invited}>
      {error ? <ReadProblem query={query} /> : <Skeleton className="h-10" />}
    </Frame>
  )
}
