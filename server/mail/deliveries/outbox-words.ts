import type { FastifyRequest } from 'fastify'
import { acceptedLanguages, chooseLanguage, type Language } from '../../http/language.ts'
import type { KeptMail } from './outbox.ts'

type Words = Record<Exclude<keyof typeof en, 'states' | 'kinds'>, string> & {
  /** As the dashboard calls them. */
  states: Record<KeptMail['state'], string>
  kinds: Record<KeptMail['kind'], string>
}

/** The words of the outbox, in the language of the reader's browser. */
export function wordsFor(request: FastifyRequest): Words & { language: Language } {
  const language = chooseLanguage(...acceptedLanguages(request.headers['accept-language']))
  return { language, ...words[language] }
}

const en = {
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
  states: {
    queued: 'Pending',
    sent: 'Sent',
    kept: 'Kept',
    failed: 'Failed',
    suppressed: 'Suppressed',
    cancelled: 'Cancelled',
  },
  kinds: {
    request: 'Review request',
    reminder: 'Reminder',
    review_published: 'Review published',
    review_rejected: 'Review rejected',
    review_replied: 'Reply to a review',
    question_received: 'New question',
    question_answered: 'Answer to a question',
    confirm_review: 'Review confirmation',
    confirm_question: 'Question confirmation',
    invitation: 'Dashboard invitation',
    password_reset: 'Password reset',
    webhook_disabled: 'Webhook disabled',
  },
}

const es: Words = {
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
  states: {
    queued: 'Pendiente',
    sent: 'Enviado',
    kept: 'Retenido',
    failed: 'Fallido',
    suppressed: 'Bloqueado',
    cancelled: 'Cancelado',
  },
  kinds: {
    request: 'Solicitud de opinión',
    reminder: 'Recordatorio',
    review_published: 'Opinión publicada',
    review_rejected: 'Opinión rechazada',
    review_replied: 'Respuesta a una opinión',
    question_received: 'Nueva pregunta',
    question_answered: 'Respuesta a una pregunta',
    confirm_review: 'Confirmación de una opinión',
    confirm_question: 'Confirmación de una pregunta',
    invitation: 'Invitación al panel',
    password_reset: 'Nueva contraseña',
    webhook_disabled: 'Webhook desactivado',
  },
}

const pt: Words = {
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
  states: {
    queued: 'Pendente',
    sent: 'Enviado',
    kept: 'Guardado',
    failed: 'Falhou',
    suppressed: 'Bloqueado',
    cancelled: 'Cancelado',
  },
  kinds: {
    request: 'Convite para avaliar',
    reminder: 'Lembrete',
    review_published: 'Avaliação publicada',
    review_rejected: 'Avaliação recusada',
    review_replied: 'Resposta a uma avaliação',
    question_received: 'Nova pergunta',
    question_answered: 'Resposta a uma pergunta',
    confirm_review: 'Confirmação de uma avaliação',
    confirm_question: 'Confirmação de uma pergunta',
    invitation: 'Convite para o painel',
    password_reset: 'Nova senha',
    webhook_disabled: 'Webhook desativado',
  },
}

const words: Record<Language, Words> = { en, es, 'pt-BR': pt }
