import { icon, key, phone } from './access-icons.ts'

/** Pictures of the ways to sign in. */
export const wayIcons = {
  password: icon(
    '<rect x="4.5" y="10.5" width="15" height="10" rx="2"/><path d="M8 10.5V7a4 4 0 0 1 8 0v3.5"/>',
  ),
  passkeys: key,
  authenticator: phone,
  recoveryCodes: icon(
    '<path d="M12 2.5 4.5 5.5v6c0 4.7 3.2 8 7.5 10 4.3-2 7.5-5.3 7.5-10v-6z"/><path d="m9 12 2 2 4-4"/>',
  ),
  providers: icon(
    '<path d="M10 13.5a4.5 4.5 0 0 0 6.6.4l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5"/><path d="M14 10.5a4.5 4.5 0 0 0-6.6-.4l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5"/>',
  ),
}
