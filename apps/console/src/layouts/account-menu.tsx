import { consoleLocales, localeNames } from '@signet/i18n'
import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
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
import { t } from '../texts/index.ts'
import { language, setLanguage } from '../texts/language.ts'
import { setTheme, type Theme, useTheme } from '../theme.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { openDocuments } from './documents.ts'
import { useOwnVerification } from './own-verification.ts'
import { useSignOut } from './sign-out.ts'

const themeOptions = (): readonly { value: Theme; text: string; icon: React.ReactNode }[] => [
  { value: 'system', text: t.shell.themes.system, icon: <Monitor size={15} aria-hidden /> },
  { value: 'light', text: t.shell.themes.light, icon: <Sun size={15} aria-hidden /> },
  { value: 'dark', text: t.shell.themes.dark, icon: <Moon size={15} aria-hidden /> },
]

const languageOptions = consoleLocales.map((value) => ({ value, text: localeNames[value] }))

export function AccountMenu() {
  const { email, superAdministrator, verified } = useOperation('whoami', {})
  const theme = useTheme()
  const signOut = useSignOut()
  const verify = useOwnVerification()
  const navigate = useNavigate()
  return (
    <Menu
      label={t.shell.account}
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
            <span className="sr-only">{t.shell.account}: </span>
            <span className="truncate text-sm font-medium">{email}</span>
            <span className="truncate text-xs text-quiet">
              {superAdministrator ? t.shell.superAdministrator : t.shell.administrator}
            </span>
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-quiet" />
        </AriaButton>
      }
    >
      <MenuChoice title={t.shell.appearance} value={theme} onChange={setTheme} options={themeOptions()} />
      <MenuSeparator />
      <MenuChoice
        title={t.shell.language}
        value={language}
        onChange={setLanguage}
        options={languageOptions}
      />
      <MenuSeparator />
      <MenuSection aria-label={t.shell.session}>
        {!verified && (
          <MenuItem
            id="verify"
            text={t.shell.verify}
            icon={<MailCheck size={15} aria-hidden />}
            onAction={verify}
          />
        )}
        <MenuItem
          id="sessions"
          text={t.nav.ownSessions}
          icon={<MonitorSmartphone size={15} aria-hidden />}
          onAction={() => void navigate(paths.ownSessions())}
        />
        <MenuItem
          id="documents"
          text={t.nav.documents}
          icon={<BookOpen size={15} aria-hidden />}
          onAction={() => openDocuments()}
        />
        <MenuItem
          id="sign-out"
          text={t.shell.signOut}
          icon={<LogOut size={15} aria-hidden />}
          onAction={signOut}
        />
      </MenuSection>
    </Menu>
  )
}
