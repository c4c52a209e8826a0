import type { ErrorTexts } from './en.ts'
import { spanishFiles } from './files/es.ts'

export const spanish: ErrorTexts = {
  errors: {
    key_missing: 'Falta el encabezado X-API-Key. Envía en él tu clave de API.',
    store_missing: 'Falta el encabezado X-Store-Id. Envía en él el id de tu tienda.',
    key_invalid:
      'Esta clave de API no existe, fue revocada o es de otro tipo. Usa una clave activa del tipo correcto.',
    store_inactive: 'Esta tienda está inactiva. Pide al operador que la active.',
    key_expired: 'Esta clave de API venció. Crea una nueva.',
    store_mismatch:
      'Esta clave de API es de otra tienda. Envía el id de esa tienda en el encabezado X-Store-Id.',
    order_limit: 'Se superó el límite de pedidos de tu plan',
    orders_often:
      'Se alcanzó el límite de pedidos por minuto de tu plan. Envía el pedido de nuevo después de los segundos del encabezado Retry-After.',
    order_duplicate: 'Pedido duplicado, ya se envió',
    product_duplicate: 'Producto duplicado, ya se envió',
    body_invalid: 'El cuerpo de la solicitud no es válido. Corrígelo y vuelve a enviarlo.',
    settings_invalid: 'Una configuración no es válida. Corrígela y guarda de nuevo.',
    request_invalid: 'La solicitud HTTP está mal formada. Corrígela y vuelve a enviarla.',
    request_timeout: 'La solicitud no llegó a tiempo. Vuelve a enviarla.',
    headers_too_large:
      'Los encabezados de la solicitud son demasiado grandes. Envía menos encabezados o más cortos.',
    body_too_large:
      'El cuerpo de la solicitud es más grande de lo que acepta esta dirección (1 MiB como máximo). Envíalo en partes más pequeñas.',
    route_unknown: 'No hay nada en esta dirección. Consulta en /docs las direcciones que existen.',
    order_unknown: 'La tienda no tiene ningún pedido con este id. Revisa el id o envía primero el pedido.',
    review_unknown: 'La tienda no tiene ninguna opinión con este id. Revisa el id o recarga la página.',
    link_unknown: 'Este enlace no es válido. Abre el enlace del correo más reciente de la tienda.',
    question_unknown: 'La tienda no tiene ninguna pregunta con este id. Revisa el id o recarga la página.',
    product_unknown:
      'La tienda no tiene ningún producto con este id o SKU. Revisa el id o el SKU, o envía primero el producto.',
    group_unknown: 'La tienda no tiene ningún grupo de productos con este id. Recarga la página.',
    session_missing: 'Tu sesión terminó. Inicia sesión e inténtalo de nuevo.',
    login_wrong: 'El correo o la contraseña no son correctos. Revisa ambos e inténtalo de nuevo.',
    code_wrong: 'Este código no es correcto o ya se usó. Escribe el código actual o inicia sesión de nuevo.',
    setup_over: 'Este enlace ya se usó o venció. Crea otro con `./realword user setup` o inicia sesión.',
    role_missing: 'Tu rol en esta tienda no permite hacer esto. Pídelo a un propietario de la tienda.',
    store_suspended:
      'El operador suspendió esta tienda. Puedes leer, exportar y borrar lo que tiene; no recibe ni envía nada. Pide al operador que la active.',
    page_foreign: 'Este cambio no vino del panel. Recarga el panel e inténtalo de nuevo.',
    link_over: 'Este enlace ya se usó o venció. Pide uno nuevo.',
    password_wrong: 'La contraseña no es correcta. Revísala e inténtalo de nuevo.',
    password_weak:
      'Esta contraseña es fácil de adivinar: es común, sigue un patrón o contiene tu nombre, tu correo o tu tienda. Elige otra, por ejemplo cuatro palabras sin relación entre sí.',
    https_missing: 'Sin HTTPS, alguien podría interceptar tu contraseña. Abre el panel con https.',
    store_unknown: 'No hay ninguna tienda con este id, o no tienes acceso a ella. Revisa el id.',
    store_deleted: 'Esta tienda fue borrada. Ya no se puede cambiar.',
    scope_missing:
      'Esta clave de API no tiene el permiso que requiere esta solicitud. Crea una clave con el permiso indicado en more_info.',
    operator_missing:
      'Solo los operadores de esta instalación pueden hacer esto. Pide a uno de ellos que te agregue.',
    request_repeated:
      'Ya se creó una tienda con esta Idempotency-Key. Sus claves estaban solo en esa respuesta: busca la tienda en la lista y crea una clave nueva, o envía otra Idempotency-Key para crear una más.',
    request_differs:
      'Esta Idempotency-Key ya se usó con otro cuerpo. Envía una clave nueva con cada solicitud nueva.',
    request_running:
      'Una solicitud con esta Idempotency-Key sigue en curso. Repítela después del tiempo en Retry-After.',
    answer_gone:
      'Esta solicitud ya se hizo, y su respuesta tenía datos que no se guardan. more_info indica lo que creó, si creó algo.',
    body_stale: 'Esto cambió desde que lo leíste. Léelo de nuevo y envía If-Match con su nuevo ETag.',
    review_duplicate: 'La opinión ya fue enviada',
    question_duplicate: 'La pregunta ya fue enviada',
    member_unknown: 'No hay nadie con este id en el equipo de la tienda. Recarga la página.',
    key_unknown: 'No hay ninguna clave de API con este id. Recarga la página.',
    invitation_unknown: 'La tienda no tiene ninguna invitación pendiente con este id. Recarga la página.',
    member_already: 'La persona con este correo ya es parte del equipo de la tienda. Cambia su rol.',
    owner_last: 'Una tienda necesita al menos un propietario. Nombra antes a otro.',
    operator_last: 'La instalación necesita al menos un operador. Agrega antes a otro.',
    product_grouped:
      'Uno de estos productos está en otro grupo. Quítalo de ese grupo o confirma que se puede mover.',
    import_unknown: 'La tienda no tiene ninguna importación con este id. Recarga la página.',
    export_unknown:
      'La tienda no tiene ninguna exportación con este id o su archivo se eliminó. Exporta de nuevo.',
    feed_unknown:
      'No hay ningún feed en esta dirección ni con este id. Copia la dirección de nuevo o crea otro feed.',
    import_state: 'Esta importación ya avanzó o su archivo se eliminó. Recarga la página.',
    link_expired: 'Este enlace venció. Pide uno nuevo a la tienda.',
    state_wrong:
      'El autor aún no confirmó este texto o lo retiró, o el texto fue rechazado. Recarga la página para ver su estado.',
    request_none:
      'Ningún cliente de este pedido tiene un correo que se pueda usar, o los productos aún no se entregaron. Revisa el pedido en tu tienda.',
    request_sent:
      'El correo de este pedido se envió, está en camino o fue rechazado. Solo se envía una vez: abre el pedido para ver su estado.',
    request_cancelled: 'La solicitud de opinión de este pedido se canceló. Ya no se puede enviar.',
    request_empty:
      'No queda nada que preguntar a este comprador: ya opinó sobre los productos, o están desactivados para solicitudes de opinión. Revísalos en Productos.',
    buyer_suppressed:
      'Este comprador se dio de baja o su dirección no funciona. Consulta el motivo en la lista de direcciones bloqueadas.',
    buyer_mailed:
      'Este comprador ya recibe hoy un correo de la tienda, y el límite es uno por día. Inténtalo de nuevo mañana.',
    mails_limit:
      'Se alcanzó el límite diario de correos de opinión de tu plan. La solicitud sigue programada: espera su fecha o envíala mañana.',
    requests_paused:
      'La tienda está inactiva o sus solicitudes de opinión están en pausa. Reanúdalas antes en la configuración.',
    files_full:
      'Los archivos de esta tienda ocupan todo el espacio permitido. Elimina exportaciones que ya no necesites o espera: los archivos se eliminan después de siete días.',
    logo_refused: 'Elige una imagen PNG, JPEG o WebP de hasta 1 MB.',
    storage_limit:
      'Se alcanzó el límite de almacenamiento de tu plan. Elimina exportaciones y archivos subidos que ya no necesites o pide al operador que aumente el límite.',
    files_often: 'Esta tienda alcanzó su límite de archivos de hoy. Sube el resto mañana.',
    suppression_unknown: 'Esta dirección no está bloqueada en esta tienda. Revisa la dirección.',
    suppressed_already:
      'Esta dirección ya está bloqueada: la tienda no le envía correos. Busca la dirección para ver el motivo.',
    suppression_stays:
      'Esta persona se dio de baja o marcó un correo como spam. Solo ella puede volver a suscribirse, con el enlace de uno de tus correos.',
    mail_unknown: 'La tienda no tiene ningún correo con este id. Recarga la página.',
    mail_over:
      'Solo se puede reenviar un correo que falló, mientras su enlace sea válido y su destinatario acepte correos. Recarga la página para ver su estado.',
    mail_restored:
      'Este correo se restauró de un archivo exportado, así que nunca se envía desde aquí. Envía uno nuevo.',
    connection_unknown: 'La tienda no tiene una conexión con este id. Recarga la página.',
    connection_state:
      'Esta conexión está incompleta o en pausa, o la plataforma no lo permite. Complétala o reanúdala e inténtalo de nuevo.',
    event_unknown: 'La conexión no tiene un evento con este id que se pueda repetir. Recarga la página.',
    webhook_unknown: 'La tienda no tiene un webhook con este id. Recarga la página.',
    delivery_unknown: 'El webhook no tiene una entrega con este id. Las entregas se guardan 30 días.',
    webhook_disabled: 'Este webhook está desactivado. Actívalo primero.',
    webhook_refused:
      'Esta dirección y esta firma no pertenecen a ninguna conexión. Copia otra vez en la tienda la dirección de la conexión y su secreto.',
    method_wrong: 'Esta dirección no acepta este método. Usa un método del encabezado Allow.',
    requests_often:
      'Se alcanzó el límite de solicitudes de API por minuto de esta tienda. Envía la solicitud de nuevo después de los segundos del encabezado Retry-After.',
    too_many:
      'Llegaron demasiadas solicitudes. Espera un minuto e inténtalo de nuevo; en un programa, espera los segundos del encabezado Retry-After.',
    unavailable:
      'El servicio no está disponible por el momento. Inténtalo de nuevo en un momento; en un programa, espera los segundos del encabezado Retry-After.',
    unexpected: 'Algo falló de nuestro lado. Inténtalo de nuevo en un momento.',
  },
  problems: {
    required: 'Obligatorio',
    type: 'Se esperaba {0} y se recibió {1}',
    unknown_key: 'Clave(s) no reconocida(s) en el objeto',
    number_min: 'El número debe ser mayor o igual que {0}',
    number_max: 'El número debe ser menor o igual que {0}',
    string_min: 'El texto debe tener al menos {0} carácter(es)',
    string_max: 'El texto debe tener como máximo {0} carácter(es)',
    array_min: 'La lista debe tener al menos {0} elemento(s)',
    array_max: 'La lista debe tener como máximo {0} elemento(s)',
    kibibytes_max: 'Debe tener como máximo {0} KiB',
    whole: 'Escribe un número entero de {0} a {1}',
    one_of: 'Usa uno de estos valores: {0}',
    not_both: 'Usa {0} o {1}, no ambos',
    either: 'Usa {0} o {1}',
    date_min: 'Elige {0} o una fecha posterior',
    days_max: 'Elige como máximo {0} días',
    datetime: 'Fecha y hora no válidas',
    date: 'Escribe una fecha, como 2026-11-24',
    not_ordered: 'El pedido no tiene el producto {0}',
    past: 'Elige hoy o un día posterior',
    future: 'Escribe un instante que no esté en el futuro',
    length: 'Escribe de {0} a {1} caracteres',
    one_line: 'Escribe una sola línea',
    placeholder: '{0} no es un marcador. Usa {name}, {store} o {product}',
    language_tag: 'Escribe un código de idioma, como es-MX o en',
    time_zone: 'Escribe una zona horaria, como America/Mexico_City',
    country: 'Escribe las dos letras mayúsculas de un país, como MX',
    time_of_day: 'Escribe una hora de 00:00 a 23:59',
    origin: '{0} no es un origen. Usa el inicio de una dirección, como https://shop.example',
    reminders: 'Escribe como máximo dos números de días de 1 a 60, de menor a mayor',
    color: 'Escribe un color, como #1f6f54',
    product_pattern: 'Escribe una dirección que empiece con https:// o http:// y contenga {product_id}',
    web_address: 'Escribe una dirección que empiece con https:// o http://',
    page_of_store:
      'Esta página no es del sitio de la tienda, {0}. Escribe una página de la tienda o agrega su dirección en la configuración',
    user: 'Nadie inicia sesión con este correo. Crea antes el usuario: ./realword user create',
    store_name: 'Se esperaba el nombre de la tienda, {0}',
    email: 'Escribe una sola dirección de correo',
    json: 'JSON no válido',
    duplicate_key: 'Clave duplicada',
    character: 'Carácter no válido',
    depth: 'Demasiados niveles de anidamiento',
    content_type: 'Se esperaba application/json',
    format: 'Formato no válido',
    refused: 'No se aceptó: {0}',
    more: '{0} problema(s) más',
  },
  types: {
    string: 'un texto',
    number: 'un número',
    boolean: 'un booleano',
    object: 'un objeto',
    array: 'una lista',
    null: 'nulo',
  },
  files: spanishFiles,
}
