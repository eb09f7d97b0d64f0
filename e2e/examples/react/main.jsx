import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthProvider, useAuth } from 'react-oidc-context'

const settings = {
  authority: import.meta.env.VITE_ISSUER,
  client_id: import.meta.env.VITE_CLIENT_ID,
  redirect_uri: import.meta.env.VITE_REDIRECT_URI,
  post_logout_redirect_uri: import.meta.env.VITE_POST_LOGOUT_URI,
  scope: import.meta.env.VITE_SCOPE,
  loadUserInfo: true,
  // Removes the code from the address.
  onSigninCallback: () => history.replaceState(null, '', location.pathname),
}

function App() {
  const auth = useAuth()
  const [isRefreshed, setRefreshed] = useState(false)
  if (auth.error) return <p>{auth.error.message}</p>
  if (!auth.isAuthenticated)
    return (
      <button type="button" onClick={() => auth.signinRedirect()}>
        Sign in
      </button>
    )
  return (
    <>
      <p>Hello, {auth.user.profile.name}</p>
      {isRefreshed && <p>Refreshed</p>}
      <button type="button" onClick={() => auth.signinSilent().then(() => setRefreshed(true))}>
        Refresh
      </button>
      <button type="button" onClick={() => auth.signoutRedirect()}>
        Sign out
      </button>
    </>
  )
}

createRoot(document.querySelector('main')).render(
  <AuthProvider {...settings}>
    <App />
  </AuthProvider>,
)
