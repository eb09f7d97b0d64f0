import type { Locale } from '@signet/i18n'

interface AppTexts {
  readonly title: string
  readonly intro: string
  readonly may: string
  readonly onlyIdentity: string
  readonly since: string
  readonly lastUsed: string
  readonly remove: string
  readonly removeNamed: (application: string) => string
  readonly none: string
  readonly signOut: string
}

/** Words of the page of connected applications. */
export const appTexts: Readonly<Record<Locale, AppTexts>> = {
  en: {
    title: 'Connected applications',
    intro: 'These applications have access to your account. One that you remove must ask you again.',
    may: 'The application can',
    onlyIdentity: 'It only knows who you are here.',
    since: 'Since',
    lastUsed: 'Last used',
    remove: 'Remove access',
    removeNamed: (application) => `Remove access of ${application}`,
    none: 'No application has access to your account.',
    signOut: 'Sign out',
  },
  ru: {
    title: 'Подключённые приложения',
    intro:
      'У этих приложений есть доступ к вашей учётной записи. Если отозвать доступ, приложению придётся запросить его снова.',
    may: 'Приложение может',
    onlyIdentity: 'Приложение знает только, что это вы.',
    since: 'Доступ с',
    lastUsed: 'Использовано',
    remove: 'Отозвать доступ',
    removeNamed: (application) => `Отозвать доступ: ${application}`,
    none: 'Ни у одного приложения нет доступа к вашей учётной записи.',
    signOut: 'Выйти',
  },
  'zh-CN': {
    title: '已连接的应用',
    intro: '以下应用可以访问您的账号。移除后，应用需要再次征得您的同意。',
    may: '该应用可以',
    onlyIdentity: '该应用只知道您的身份。',
    since: '授权时间',
    lastUsed: '最近使用',
    remove: '移除访问权限',
    removeNamed: (application) => `移除访问权限：${application}`,
    none: '目前没有应用可以访问您的账号。',
    signOut: '退出登录',
  },
}
