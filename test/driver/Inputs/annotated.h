namespace lib {
inline namespace v1 {
__attribute__((ad_differentiate(reverse))) double third(double x, double k = 2);
}
} // namespace lib
