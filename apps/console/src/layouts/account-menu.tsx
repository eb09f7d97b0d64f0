import { useNavigate } from '@tanstack/react-router'
import {
  ChevronsUpDown,
  LogOut,
  MailCheck,
  Monitor,
  MonitorSmartphone,
  Moon,
  Sun,
  UserRound,
} from 'lucide-react'
import { Button as AriaButton, MenuSection } from 'react-aria-components'
import { useOperation } from '../api/operation.ts'
import { paths } from '../paths.ts'
import { setTheme, type Theme, useTheme } from '../theme.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { useOwnVerification } from './own-verification.ts'
import { useSignOut } from './sign-out.ts'

const themeOptions: readonly { value: Theme; text: string; icon: React.ReactNode }[] = [
  { value: 'system', text: 'Like the system', icon: <Monitor size={15} aria-hidden /> },
  { value: 'light', text: 'Light', icon: <Sun size={15} aria-hidden /> },
  { value: 'dark', text: 'Dark', icon: <Moon size={15} aria-hidden /> },
]

export function AccountMenu() {
  const { email, superAdministrator, verified } = useOperation('whoami', {})
  const theme = useTheme()
  const signOut = useSignOut()
  const verify = useOwnVerification()
  const navigate = useNavigate()
  return (
    <Menu
      label="Account"
      placement="top start"
      trigger={
        <AriaButton className="flex w-full items-center gap-2.5 rounded-lg px-2 py-1.5 text-left hover:bg-hover data-pressed:bg-pressed">
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-full bg-pressed text-quiet"
          >
            <UserRound size={15} />
          </span>
          <span className="grid min-w-0 flex-1">
            <span className="sr-only">Account: </span>
            <span className="truncate text-sm font-medium">{email}</span>
            <span className="truncate text-xs text-quiet">
              {superAdministrator ? 'Super administrator' : 'Administrator'}
            </span>
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-quiet" />
        </AriaButton>
      }
    >
      <MenuChoice title="Appearance" value={theme} onChange={setTheme} options={themeOptions} />
      <MenuSeparator />
      <MenuSection aria-label="Session">
        {!verified && (
          <MenuItem
            id="verify"
            text="Verify your address"
            icon={<MailCheck size={15} aria-hidden />}
            onAction={verify}
          />
        )}
        <MenuItem
          id="sessions"
          text="Your sessions"
          icon={<MonitorSmartphone size={15} aria-hidden />}
          onAction={() => void navigate(paths.ownSessions())}
        />
        <MenuItem id="sign-out" text="Sign out" icon={<LogOut size={15} aria-hidden />} onAction={signOut} />
      </MenuSection>
    </Menu>
  )
}
