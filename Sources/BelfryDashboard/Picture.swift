import BelfryModel
import BelfryPhrases

/// The picture beside a message, from an origin that may be shown: asked for where it comes into sight, without saying from where.
///
/// What it shows stands below it for everybody, so that nobody misses it where the picture is missing; who hears it, hears it once (WCAG 2.2, 1.1.1).
///
/// - Parameter mark: in which language that is; nil for none.
func figure(of image: NotificationImage, _ mark: HTML? = nil) -> HTML {
    """
    <figure class="picture"><img src="\(image.url)" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">\
    <figcaption class="aside"\(mark) dir="auto">\(image.alt)</figcaption></figure>
    """
}
