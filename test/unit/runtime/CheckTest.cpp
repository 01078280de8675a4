//===- CheckTest.cpp - right gradients pass, wrong ones do not -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>

namespace {

//===- A function of an array, its companions as the plugin would make them ---===//

double energy(const double *X, int N) {
  double E = 0;
  for (int I = 1; I < N; ++I)
    E += std::exp(0.1 * X[I]) * std::sin(X[I - 1]);
  return E;
}

double energyReverse(const double *X, double *XBar, int N, double EBar) {
  for (int I = 1; I < N; ++I) {
    XBar[I] += 0.1 * std::exp(0.1 * X[I]) * std::sin(X[I - 1]) * EBar;
    XBar[I - 1] += std::exp(0.1 * X[I]) * std::cos(X[I - 1]) * EBar;
  }
  return energy(X, N);
}

double energyForward(const double *X, const double *XDot, int N, double &EDot) {
  EDot = 0;
  for (int I = 1; I < N; ++I)
    EDot += 0.1 * std::exp(0.1 * X[I]) * std::sin(X[I - 1]) * XDot[I] +
            std::exp(0.1 * X[I]) * std::cos(X[I - 1]) * XDot[I - 1];
  return energy(X, N);
}

const double Somewhere[] = {0.3, -1.2, 25.0, 3.5, 0.0, -4.75, 1e-3};
constexpr int N = 7;

TEST(CheckGradient, ARightGradientPasses) {
  ad::check_result R = ad::check_gradient(energy, energyReverse, Somewhere, N);
  EXPECT_TRUE(R) << R.message();
  EXPECT_LT(R.error, 1e-8) << R.message();
  EXPECT_LT(R.dot_error, 0) << "no forward companion was given";
}

TEST(CheckGradient, WithTheDotProductTest) {
  ad::check_result R = ad::check_gradient(energy, energyReverse, energyForward, Somewhere, N);
  EXPECT_TRUE(R) << R.message();
  EXPECT_GE(R.dot_error, 0);
  EXPECT_LT(R.dot_error, 1e-14) << R.message();
}

TEST(CheckGradient, AWrongComponentIsNamed) {
  auto Wrong = [](const double *X, double *XBar, int Length, double EBar) {
    const double E = energyReverse(X, XBar, Length, EBar);
    XBar[3] *= 1 + 2e-6;
    return E;
  };
  ad::check_result R = ad::check_gradient(energy, Wrong, Somewhere, N);
  EXPECT_FALSE(R) << R.message();
  EXPECT_EQ(R.index, 3U);
  EXPECT_NEAR(R.error, 2e-6, 1e-8);
  EXPECT_NEAR(R.derivative / R.differences, 1 + 2e-6, 1e-8);
  EXPECT_NE(std::strstr(R.message(), "WRONG"), nullptr) << R.message();
  EXPECT_NE(std::strstr(R.message(), "[3]"), nullptr) << R.message();
}

TEST(CheckGradient, AMissingComponentIsAnError) {
  auto Wrong = [](const double *X, double *XBar, int Length, double EBar) {
    energyReverse(X, XBar, Length, EBar);
    XBar[0] = 0;
  };
  ad::check_result R = ad::check_gradient(energy, Wrong, Somewhere, N);
  EXPECT_FALSE(R) << R.message();
  EXPECT_EQ(R.index, 0U);
  EXPECT_EQ(R.error, 1);
}

TEST(CheckGradient, NotANumberIsAnError) {
  auto Wrong = [](const double *X, double *XBar, int Length, double EBar) {
    energyReverse(X, XBar, Length, EBar);
    XBar[2] = std::nan("");
  };
  ad::check_result R = ad::check_gradient(energy, Wrong, Somewhere, N);
  EXPECT_FALSE(R) << R.message();
  EXPECT_EQ(R.index, 2U);
  EXPECT_TRUE(std::isnan(R.error));
}

TEST(CheckGradient, TheDotProductTestSeesWhatDifferencesCannot) {
  auto Off = [](const double *X, double *XBar, int Length, double EBar) {
    energyReverse(X, XBar, Length, EBar);
    XBar[1] *= 1 + 1e-10;
  };
  EXPECT_TRUE(ad::check_gradient(energy, Off, Somewhere, N));
  ad::check_result R = ad::check_gradient(energy, Off, energyForward, Somewhere, N);
  EXPECT_FALSE(R) << R.message();
  EXPECT_GT(R.dot_error, 1e-12);
}

TEST(CheckGradient, AnotherPrimalValueIsAnError) {
  auto Wrong = [](const double *X, double *XBar, int Length, double EBar) {
    return energyReverse(X, XBar, Length, EBar) + 1e-6;
  };
  ad::check_result R = ad::check_gradient(energy, Wrong, Somewhere, N);
  EXPECT_FALSE(R);
  EXPECT_NE(std::strstr(R.message(), "returns"), nullptr) << R.message();
}

TEST(CheckGradient, GradientsByHandNeedNoSeedAndNoValue) {
  auto Gradient = [](const double *X, double *G, int Length) {
    for (int I = 0; I < Length; ++I)
      G[I] = 2 * X[I];
  };
  auto SumOfSquares = [](const double *X, int Length) {
    double S = 0;
    for (int I = 0; I < Length; ++I)
      S += X[I] * X[I];
    return S;
  };
  EXPECT_TRUE(ad::check_gradient(SumOfSquares, Gradient, Somewhere, N));
}

TEST(CheckGradient, OptionsComeFirst) {
  auto Off = [](const double *X, double *XBar, int Length, double EBar) {
    energyReverse(X, XBar, Length, EBar);
    XBar[3] *= 1 + 2e-6;
  };
  ad::check_options Loose;
  Loose.tolerance = 1e-5;
  EXPECT_TRUE(ad::check_gradient(Loose, energy, Off, Somewhere, N));
  EXPECT_TRUE(ad::check_gradient({1e-5}, energy, Off, Somewhere, N));
  EXPECT_FALSE(ad::check_gradient({1e-6, 1e-12}, energy, Off, energyForward, Somewhere, N));
}

TEST(CheckGradient, SomeComponentsOfMany) {
  double Many[1000];
  for (int I = 0; I < 1000; ++I)
    Many[I] = std::sin(I);
  static int Evaluations;
  Evaluations = 0;
  auto Counted = [](const double *X, int Length) { return ++Evaluations, energy(X, Length); };
  ad::check_options Few;
  Few.components = 20;
  ad::check_result R = ad::check_gradient(Few, Counted, energyReverse, Many, 1000);
  EXPECT_TRUE(R) << R.message();
  EXPECT_LT(Evaluations, 21 * 30);
  auto Wrong = [](const double *X, double *XBar, int Length, double EBar) {
    energyReverse(X, XBar, Length, EBar);
    XBar[777] += 1; // none of the twenty: the mixed direction sees it
  };
  R = ad::check_gradient(Few, energy, Wrong, Many, 1000);
  EXPECT_FALSE(R) << R.message();
  EXPECT_EQ(R.index, 1000U);
  EXPECT_NE(std::strstr(R.message(), "mixed direction"), nullptr) << R.message();
}

TEST(CheckGradient, NothingToCompare) {
  EXPECT_TRUE(ad::check_gradient(energy, energyReverse, Somewhere, 0));
  EXPECT_TRUE(ad::check_gradient(energy, energyReverse, energyForward, Somewhere, -3));
}

TEST(CheckGradient, FloatAndLongDouble) {
  auto Primal = [](const auto *X, std::size_t) { return X[0] * std::exp(X[1]); };
  auto Reverse = [](const auto *X, auto *XBar, std::size_t, auto Bar) {
    XBar[0] += std::exp(X[1]) * Bar;
    XBar[1] += X[0] * std::exp(X[1]) * Bar;
    return X[0] * std::exp(X[1]);
  };
  const float F[] = {1.25F, 0.7F};
  const long double L[] = {1.25L, 0.7L};
  ad::check_result RF = ad::check_gradient(Primal, Reverse, F, std::size_t(2));
  ad::check_result RL = ad::check_gradient(Primal, Reverse, L, std::size_t(2));
  EXPECT_TRUE(RF) << RF.message();
  EXPECT_TRUE(RL) << RL.message();
  EXPECT_LT(RF.error, 1e-4) << RF.message();
  EXPECT_LT(RL.error, 1e-9) << RL.message();
}

//===- Functions of numbers ---------------------------------------------------===//

double ratio(double X, double Y) { return std::sin(X) / Y; }
double ratioReverse(double X, double &XBar, double Y, double &YBar, double Bar) {
  XBar += std::cos(X) / Y * Bar;
  YBar -= std::sin(X) / (Y * Y) * Bar;
  return std::sin(X) / Y;
}
double ratioForward(double X, double XDot, double Y, double YDot, double &Dot) {
  Dot = std::cos(X) / Y * XDot - std::sin(X) / (Y * Y) * YDot;
  return std::sin(X) / Y;
}

double power(double X, int K, float Y) { return std::pow(X, K) * static_cast<double>(Y); }
double powerReverse(double X, double &XBar, int K, float Y, float &YBar, double Bar) {
  XBar += K * std::pow(X, K - 1) * static_cast<double>(Y) * Bar;
  YBar += static_cast<float>(std::pow(X, K) * Bar);
  return power(X, K, Y);
}

TEST(CheckScalars, ReverseAlone) {
  ad::check_result R = ad::check_gradient(ratio, ratioReverse, 1.2, 3.4);
  EXPECT_TRUE(R) << R.message();
  EXPECT_LT(R.error, 1e-9);
}

TEST(CheckScalars, ReverseAndForward) {
  ad::check_result R = ad::check_gradient(ratio, ratioReverse, ratioForward, 1.2, 3.4);
  EXPECT_TRUE(R) << R.message();
  EXPECT_LT(R.dot_error, 1e-15);
}

TEST(CheckScalars, FunctionPointers) {
  double (*Function)(double, double) = ratio;
  double (*Forward)(double, double, double, double, double &) = ratioForward;
  EXPECT_TRUE(ad::check_gradient(Function, &ratioReverse, Forward, 1.2, 3.4));
}

TEST(CheckScalars, WithOptions) {
  EXPECT_TRUE(ad::check_gradient({1e-8}, ratio, ratioReverse, 1.2, 3.4));
  ad::check_options O;
  O.tolerance = 1e-8;
  EXPECT_TRUE(ad::check_gradient(O, ratio, ratioReverse, ratioForward, 1.2, 3.4));
}

TEST(CheckScalars, IntegersArePassedOn) {
  ad::check_result R = ad::check_gradient(power, powerReverse, 1.5, 3, 2.5F);
  EXPECT_TRUE(R) << R.message();
}

TEST(CheckScalars, TheWrongArgumentIsNamed) {
  auto Wrong = [](double X, double &XBar, int K, float Y, float &YBar, double Bar) {
    const double F = powerReverse(X, XBar, K, Y, YBar, Bar);
    YBar = 0;
    return F;
  };
  ad::check_result R = ad::check_gradient(power, Wrong, 1.5, 3, 2.5F);
  EXPECT_FALSE(R);
  EXPECT_EQ(R.index, 2U);
}

//===- Hard points --------------------------------------------------------------===//

template <class F, class D> ad::check_result checkOne(F Function, D Derivative, double X) {
  return ad::check_gradient(
      Function,
      [&](double At, double &Bar, double Seed) {
        Bar += Derivative(At) * Seed;
        return Function(At);
      },
      X);
}

TEST(CheckHardPoints, TheWrongSideOfADomainIsNear) {
  auto Log = [](double X) { return std::log(X); };
  auto Inverse = [](double X) { return 1 / X; };
  for (double X : {1e-6, 1e-3, 1.0, 1e3, 1e9}) {
    ad::check_result R = checkOne(Log, Inverse, X);
    EXPECT_TRUE(R) << X << ": " << R.message();
  }
}

TEST(CheckHardPoints, AKinkIsNear) {
  auto Abs = [](double X) { return std::fabs(X - 1); };
  auto Sign = [](double X) { return X < 1 ? -1.0 : 1.0; };
  for (double Distance : {1e-1, 1e-2, 1e-3, 1e-4})
    EXPECT_TRUE(checkOne(Abs, Sign, 1 + Distance)) << Distance;
}

TEST(CheckHardPoints, FastChanges) {
  auto Wave = [](double X) { return std::sin(300 * X); };
  auto Slope = [](double X) { return 300 * std::cos(300 * X); };
  for (double X : {0.0, 0.1, 1.0, 7.7}) {
    ad::check_result R = checkOne(Wave, Slope, X);
    EXPECT_TRUE(R) << X << ": " << R.message();
  }
}

TEST(CheckHardPoints, SmallAndLargeArguments) {
  auto Cube = [](double X) { return X * X * X; };
  auto Square3 = [](double X) { return 3 * X * X; };
  for (double X : {0.0, 1e-12, 1e-3, 1.0, 1e6, 1e100}) {
    ad::check_result R = checkOne(Cube, Square3, X);
    EXPECT_TRUE(R) << X << ": " << R.message();
  }
}

TEST(CheckHardPoints, ConstantAndLinear) {
  EXPECT_TRUE(checkOne([](double) { return 5.0; }, [](double) { return 0.0; }, 2.0));
  EXPECT_TRUE(checkOne([](double X) { return 5 - 3 * X; }, [](double) { return -3.0; }, 2.0));
  EXPECT_FALSE(checkOne([](double) { return 5.0; }, [](double) { return 1e-6; }, 2.0));
}

TEST(CheckHardPoints, RoundingHidesWhatSmallStepsWouldShow) {
  auto High = [](double X) { return 1e10 + std::sin(X); };
  ad::check_result R = checkOne(High, [](double X) { return std::cos(X); }, 0.5);
  EXPECT_TRUE(R) << R.message();
  EXPECT_NEAR(R.differences, std::cos(0.5), 1e-3) << R.message();
  EXPECT_GT(R.uncertainty, 1e-7);
}

TEST(CheckHardPoints, ZeroDerivativesAreCheap) {
  static int Evaluations;
  Evaluations = 0;
  auto Even = [](const double *X, int) { return ++Evaluations, std::cos(X[0]) + 1; };
  auto Zero = [](const double *, double *, int) {};
  const double Origin[] = {0.0};
  ad::check_result R = ad::check_gradient(Even, Zero, Origin, 1);
  EXPECT_TRUE(R) << R.message();
  EXPECT_LT(Evaluations, 30);
}

TEST(CheckHardPoints, WhereThereIsNoDerivativeTheCheckSaysSo) {
  auto Nan = [](double) { return std::nan(""); };
  EXPECT_FALSE(checkOne(Nan, [](double) { return 0.0; }, 1.0));
  ad::check_result R =
      checkOne([](double X) { return std::fabs(X); }, [](double) { return 1.0; }, 0.0);
  EXPECT_FALSE(R) << R.message(); // differences see the mean of both sides
}

} // namespace
