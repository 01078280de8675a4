double area(double r) { return 3.14159265358979 * r * r; }
double area_reverse(double r, double r_bar, double area_bar);

[[ad::differentiate(reverse)]]
double volume(double r, double h) {
  return area(r) * h;
}
