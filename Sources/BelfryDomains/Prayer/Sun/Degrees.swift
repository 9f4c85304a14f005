#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Trigonometry in degrees, because the books and the methods give degrees.

private let radiansPerDegree = Double.pi / 180

func sine(_ degrees: Double) -> Double { sin(degrees * radiansPerDegree) }
func cosine(_ degrees: Double) -> Double { cos(degrees * radiansPerDegree) }
func tangent(_ degrees: Double) -> Double { tan(degrees * radiansPerDegree) }
func arcSine(_ value: Double) -> Double { asin(value) / radiansPerDegree }
func arcCosine(_ value: Double) -> Double { acos(value) / radiansPerDegree }
/// The angle whose tangent is `y / x`, in the quadrant of the point.
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) / radiansPerDegree }

/// The same direction, from 0 up to 360 degrees.
func fullCircle(_ degrees: Double) -> Double {
    degrees - 360 * (degrees / 360).rounded(.down)
}

/// The same direction, from -180 to 180 degrees: the short way round.
func shortWay(_ degrees: Double) -> Double {
    degrees - 360 * (degrees / 360).rounded()
}
