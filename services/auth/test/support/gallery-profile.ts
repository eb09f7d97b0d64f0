import type { Html } from '@signet/http'
import { addressDonePage, newAddressPage } from '../../src/pages/own-address/view.ts'
import { deletedPage, ownDeletionPage } from '../../src/pages/own-deletion/view.ts'
import { ownProfilePage } from '../../src/pages/own-profile/view.ts'
import { email, type View } from './gallery-view.ts'

const profile = {
  displayName: 'Maria Konstantinopolskaya',
  givenName: 'Maria',
  familyName: 'Konstantinopolskaya',
  picture: 'https://pictures.engineering.example.com/people/maria-konstantinopolskaya.png',
}

export function profilePages(view: View & { readonly accountId: string }): Record<string, Html> {
  const page = { ...view, isManaged: false, profile, shownPicture: null, proof: 'password' } as const
  const sentTo = 'maria.konstantinopolskaya@engineering.example.org'
  return {
    'own-profile': ownProfilePage(page),
    'own-profile-wrong-picture': ownProfilePage({ ...page, problem: 'picture' }),
    'own-profile-wrong-password': ownProfilePage({ ...page, addressProblem: { kind: 'wrongPassword' } }),
    'own-profile-sent': ownProfilePage({ ...page, isSaved: true, sentTo }),
    'own-profile-managed': ownProfilePage({ ...page, isManaged: true }),
    'own-deletion': ownDeletionPage({ ...view, action: '/account/deletion', proof: 'password', typed: '' }),
    'own-deletion-other': ownDeletionPage({
      ...view,
      proof: 'sign-in',
      typed: 'm',
      problem: { kind: 'otherName' },
    }),
    'own-deletion-done': deletedPage(view),
    'new-address': newAddressPage({ ...view, link: 'l', email }),
    'new-address-done': addressDonePage({ ...view, end: 'changed' }),
    'new-address-taken': addressDonePage({ ...view, end: 'taken' }),
  }
}
