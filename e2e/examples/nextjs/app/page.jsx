import { getServerSession } from 'next-auth'

export default async function Page() {
  const session = await getServerSession()
  if (!session) return <a href="/api/auth/signin">Sign in</a>
  return (
    <p>
      Hello, {session.user.name} <a href="/api/auth/signout">Sign out</a>
    </p>
  )
}
