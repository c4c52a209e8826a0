import type { FastifyRequest } from 'fastify'
import { acceptedLanguages, chooseLanguage, type Language } from '../../../foundation/http/language.ts'
import { en } from './mail-names/en.ts'
import { es } from './mail-names/es.ts'
import { ptBR } from './mail-names/pt-br.ts'
import type { KeptMail } from './outbox.ts'

type Names = { states: Record<KeptMail['state'], string>; kinds: Record<KeptMail['kind'], string> }

type Words = Record<keyof typeof english, string>

/** The words of the outbox, in the language of the reader's browser. */
export function wordsFor(request: FastifyRequest): Words & Names & { language: Language } {
  const language = chooseLanguage(...acceptedLanguages(request.headers['accept-language']))
  return { language, ...words[language], ...names[language] }
}

const english = {
  title: 'Outbox',
  dashboard: 'Dashboard',
  lead: 'No mail server is set up, so Realword keeps emails here and buyers do not receive them. To send emails, set SMTP_URL and MAIL_FROM.',
  none: 'No emails yet. They appear here when a review request is due or a notice is sent.',
  email: 'Email',
  from: 'From',
  to: 'To',
  store: 'Store',
  created: 'Created',
  status: 'Status',
  date: 'Date',
  text: 'Plain text',
  headers: 'Headers',
}

const spanish: Words = {
  title: 'Bandeja de salida',
  dashboard: 'Panel',
  lead: 'No hay un servidor de correo, así que Realword retiene aquí los correos y los compradores no los reciben. Para enviarlos, define SMTP_URL y MAIL_FROM.',
  none: 'Aún no hay correos. Aparecen aquí cuando llega el día de una solicitud de opinión o se envía un aviso.',
  email: 'Correo',
  from: 'De',
  to: 'Para',
  store: 'Tienda',
  created: 'Creado',
  status: 'Estado',
  date: 'Fecha',
  text: 'Texto sin formato',
  headers: 'Encabezados',
}

const portuguese: Words = {
  title: 'Caixa de saída',
  dashboard: 'Painel',
  lead: 'Não há servidor de e-mail, então o Realword retém os e-mails aqui e os compradores não os recebem. Para enviá-los, defina SMTP_URL e MAIL_FROM.',
  none: 'Ainda não há e-mails. Eles aparecem aqui quando chega o dia de um convite ou quando um aviso é enviado.',
  email: 'E-mail',
  from: 'De',
  to: 'Para',
  store: 'Loja',
  created: 'Criado em',
  status: 'Situação',
  date: 'Data',
  text: 'Texto sem formatação',
  headers: 'Cabeçalhos',
}

const words: Record<Language, Words> = { en: english, es: spanish, 'pt-BR': portuguese }

const names: Record<Language, Names> = { en, es, 'pt-BR': ptBR }
