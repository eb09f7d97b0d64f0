import type { Russian } from '../types.ts'

export const signInAccess: Russian<'signInAccess'> = {
  title: 'Кто ещё может войти',
  text: 'Пользователи, которые могут войти сейчас, и те, кто зависит от каждого способа входа.',
  search: 'Поиск по названию, адресу или хосту',
  project: 'Проект',
  canSignIn: 'Могут войти',
  counted: (some, all) => `${some} из ${all}`,
  methods: 'Способы входа',
  passwords: 'Пароли',
  federation: 'Все провайдеры',
  noMethod: 'Нет способа входа',
  onlyMethod: 'Единственный способ',
  locksOut: 'Нужен всем суперадминистраторам',
  noUser: 'Ни один пользователь от него не зависит.',
  users: {
    one: 'У {count} пользователя нет другого способа входа.',
    few: 'У {count} пользователей нет другого способа входа.',
    many: 'У {count} пользователей нет другого способа входа.',
    other: 'У {count} пользователя нет другого способа входа.',
  },
  console: 'Консоль',
  consoleText: (superAdministrators, administrators) =>
    `Могут войти: ${superAdministrators}; всего администраторов: ${administrators}.`,
  superAdministrators: {
    one: '{count} суперадминистратор',
    few: '{count} суперадминистратора',
    many: '{count} суперадминистраторов',
    other: '{count} суперадминистратора',
  },
  consoleClosed: 'Ни один суперадминистратор не может войти в консоль.',
  none: 'Нет проектов',
  noneText: 'Здесь появятся проекты ваших команд.',
}
