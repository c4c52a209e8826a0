import type { words as english } from '../en/widget-findings.ts'
import type { Translation } from '../entries.ts'

export const words = {
  page_read: ['La página responde.'],
  page_status: [
    'La página responde con el estado {status}.',
    'Ábrela en una ventana privada: comprueba la dirección y que el producto esté publicado.',
  ],
  page_password: [
    'La página pide una contraseña o rechaza robots (estado {status}).',
    'Compruébala cuando la tienda esté abierta a todos, o permite visitantes cuyo navegador se llame «Realword widget check».',
  ],
  page_redirect: ['La página lleva a los visitantes a {to}.', 'Comprueba esa dirección.'],
  page_type: [
    'En esta dirección no hay una página, sino {type}.',
    'Indica la dirección de la página de un producto.',
  ],
  page_large: [
    'La página pesa más de 2 MB y no se leyó hasta el final.',
    'Comprueba otra página de la tienda, o reduce esta: los compradores también la esperan.',
  ],
  page_slow: [
    'La página tardó más de 15 segundos.',
    'Inténtalo dentro de un rato. Si sigue lenta, pregunta a quien aloja la tienda.',
  ],
  page_name: [
    'No existe la dirección {host}.',
    'Comprueba cómo se escribe. Un dominio nuevo puede tardar unas horas en conocerse.',
  ],
  page_private: [
    '{host} está en una red privada, de donde no se lee nada.',
    'Comprueba una página que todos puedan abrir.',
  ],
  page_port: [
    'Las páginas se leen solo de los puertos habituales, no de {host}.',
    'Comprueba la dirección pública de la tienda.',
  ],
  page_unreachable: [
    'No se puede llegar al servidor de la página ({detail}).',
    'Abre la página en tu navegador. Si ahí funciona, quizá un cortafuegos nos deja fuera.',
  ],
  page_certificate: [
    'El certificado de la página no es válido ({detail}).',
    'Los navegadores también avisan: pide a quien aloja la tienda que lo renueve.',
  ],
  page_unreadable: [
    'No se puede leer lo que respondió el servidor ({detail}).',
    'Pregunta a quien aloja la tienda: la respuesta no es HTTP o viene comprimida de forma inusual.',
  ],
  script_found: ['El script está en la página.'],
  script_missing: [
    'El script no está en la página.',
    'Pega la primera parte del código en el head de la página: {expected}',
  ],
  script_elsewhere: ['El script viene de otra dirección: {found}', 'Usa esta: {expected}'],
  script_classic: [
    'El script no lleva type="module", y los navegadores lo rechazan.',
    'Escribe <script type="module" …>. No necesita async ni defer: los módulos nunca frenan la página.',
  ],
  script_insecure: [
    'La página es https y el script es http: los navegadores lo bloquean.',
    'El servicio necesita una dirección https. Pide al operador que defina PUBLIC_URL y copia el código de nuevo.',
  ],
  script_integrity: [
    'El integrity del script es de otra versión: los navegadores lo rechazan.',
    'Quita el atributo o usa {expected}',
  ],
  script_blocked: [
    'La política de seguridad de la propia página ({directive}) bloquea el script.',
    'Añade {expected} a {directive}.',
  ],
  script_twice: ['El script está {count} veces en la página.', 'Deja uno. Los demás solo cuestan tiempo.'],
  reads_blocked: [
    'La política de seguridad de la página ({directive}) impide que los widgets lean las opiniones.',
    'Añade {expected} a connect-src.',
  ],
  types_blocked: [
    'La página exige Trusted Types y no permite los nuestros.',
    'Añade lit-html a trusted-types.',
  ],
  pictures_blocked: [
    'La política de seguridad de la página ({directive}) bloquea las fotos de los compradores.',
    'Añade {expected} a img-src.',
  ],
  frame_blocked: [
    'La política de seguridad de la página ({directive}) bloquea el formulario de preguntas.',
    'Añade {expected} a frame-src.',
  ],
  store_right: ['La tienda y la clave son de esta tienda.'],
  store_missing: ['Un widget no dice de qué tienda es.', 'Añade data-store-id="{expected}".'],
  store_other: ['El código nombra otra tienda: {found}', 'Usa data-store-id="{expected}".'],
  key_missing: ['Un widget no tiene la clave de la tienda.', 'Añade data-store-key="{expected}".'],
  key_other: ['El código tiene la clave de otra tienda: {found}', 'Usa data-store-key="{expected}".'],
  key_secret: [
    'Tu clave de API secreta ({found}) está en la página, donde todos pueden leerla.',
    'Quítala y revócala ya en Ajustes, Conexión. Las páginas solo necesitan la clave de la tienda.',
  ],
  origin_any: ['Cualquier página puede mostrar las opiniones: la tienda no lista orígenes.'],
  origin_listed: ['La tienda permite {origin}.'],
  origin_refused: [
    'La tienda no permite {origin}: los navegadores ocultan las opiniones a la página.',
    'Añade {origin} en Ajustes, Conexión.',
  ],
  widgets_found: ['En la página: {widgets}'],
  widgets_missing: [
    'No hay ningún widget en lo que envía el servidor.',
    'Pega los elementos donde deban aparecer. Si un script los añade después, compruébalo a mano como se describe abajo.',
  ],
  product_missing: ['Un {widget} no nombra ningún producto.', 'Añade data-product-id o data-product-sku.'],
  product_both: [
    'Un {widget} tiene data-product-id y data-product-sku, y por eso no muestra nada.',
    'Deja solo uno.',
  ],
  product_template: [
    'El id del producto no se rellenó: {products}',
    'La variable de la plantilla no se conoce en este lugar. Mira la correcta en el código de tu plataforma.',
  ],
  product_is_sku: ['{products}: esto es un SKU, no el id de un producto.', 'Usa data-product-sku para él.'],
  sku_is_product: ['{products}: esto es el id de un producto, no un SKU.', 'Usa data-product-id para él.'],
  product_unknown: [
    'La tienda no tiene el producto {products}.',
    'Los ids de la página deben ser los mismos con que se envían pedidos y productos. Aparece aquí con su primer pedido.',
  ],
  product_unreviewed: [
    'Nadie ha opinado sobre {products} todavía. Las estrellas aparecen con la primera opinión.',
  ],
  products_known: ['La tienda conoce los productos: {products}'],
  attribute_unknown: ['{widget} tiene un atributo que no conoce: {attribute}', 'Conoce: {expected}'],
  attribute_value: [
    '{attribute} de {widget} no puede ser «{found}».',
    'Copia el elemento del código de nuevo.',
  ],
  structured_found: ['Los buscadores encuentran la nota en los datos estructurados de la página.'],
  structured_twice: [
    '{count} productos de la página dan una nota a los buscadores, que entonces no confían en ninguna.',
    'Deja una: apaga las notas del tema o de otra aplicación.',
  ],
  structured_broken: [
    'Hay datos estructurados en la página que no son JSON válido, y los buscadores los ignoran.',
    'Pide a quien hizo el tema que los repare.',
  ],
  structured_missing: [
    'Los buscadores no conocen ninguna nota por esta página.',
    'Para tener estrellas en los resultados, haz que el servidor de la tienda incluya /api/v1/structured-data.json en la página.',
  ],
  language_missing: [
    'La página no dice su idioma, y los widgets siguen al navegador del visitante.',
    'Escríbelo en el elemento html: <html lang="es">.',
  ],
  seen_later: [
    'El código que un script añade después (un gestor de etiquetas, una tienda hecha en el navegador) no se ve desde aquí.',
    'Compruébalo a mano: abre la página en Chrome, pulsa F12, elige Console, escribe document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — no debe dar 0 — y busca líneas que empiecen por «Realword:».',
  ],
} as const satisfies Translation<typeof english>
